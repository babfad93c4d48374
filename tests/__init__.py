"""All tests, and the tools that they share."""

from tenback.processes import use_one_thread_in_libraries

use_one_thread_in_libraries()  # tests run side by side
