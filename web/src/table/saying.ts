/** A text that is not said yet: its key and what goes into it. The names of seats and piles are put in when it is said. */

import type { Key } from "../core/texts.svelte";

export type Saying = { key: Key; details: { [name: string]: string | number } };
