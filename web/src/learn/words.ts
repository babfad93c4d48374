/** What lessons, rules and replays say; it comes with the pages that need it. */

import "../table/words";
import { learnWords } from "../core/texts.svelte";
import de from "../texts/de.learn.json";
import en from "../texts/en.learn.json";

learnWords({ en, de });
