import "./beginEarly";
import { mount } from "svelte";
import App from "./App.svelte";
import { needTexts } from "./core/texts.svelte";
import icons from "./components/icons.svg?raw";
import "./style.css";

document.body.insertAdjacentHTML("beforeend", icons);
void needTexts().then(() => mount(App, { target: document.getElementById("app")! }));
