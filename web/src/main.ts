import "./openEarlySocket";
import { mount } from "svelte";
import App from "./App.svelte";
import icons from "./components/icons.svg?raw";
import "./style.css";

document.body.insertAdjacentHTML("beforeend", icons);
mount(App, { target: document.getElementById("app")! });
