import "./beginEarly";
import { mount } from "svelte";
import App from "./App.svelte";
import { needTexts } from "./core/texts.svelte";
import "./style.css";

void needTexts().then(() => mount(App, { target: document.getElementById("app")! }));
