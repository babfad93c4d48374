/** What the table says; it comes with the pages that show cards. */

import { addTexts } from "../core/texts.svelte";
import de from "../texts/de.table.json";
import en from "../texts/en.table.json";

addTexts({ en, de });
