/** What an analysis says; it comes when somebody asks for one. */

import { addTexts } from "../core/texts.svelte";
import de from "../texts/de.analysis.json";
import en from "../texts/en.analysis.json";

addTexts({ en, de });
