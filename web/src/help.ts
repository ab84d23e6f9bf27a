// SPDX-License-Identifier: MIT
// The keys, in a dialog.
import { h } from "./dom";

const keys: [string, string][] = [
  ["arrows (picture)", "turn; with Shift, slide"], ["+ −", "zoom"], ["0", "the whole machine"], ["space", "play and pause"],
  ["[ ]", "one chunk of time back, on"], ["w", "totals of the whole run"], ["n p", "pin the next, the previous of the busiest links"],
  ["Esc", "unpin; here, close this page"], ["d", "dark or light"], ["?", "this page"],
];

export function help(): void {
  const dialog = h("dialog", { "aria-label": "Help" },
    h("h2", {}, "Keys"),
    h("table", {}, h("tbody", {}, ...keys.map(([k, what]) => h("tr", {}, h("td", {}, h("kbd", {}, k)), h("td", {}, what))))),
    h("p", {}, "A link is the half of a line that is nearer to its source. Drag to turn, drag with the right button to slide, use the wheel to zoom. Click to pin."),
    h("form", { method: "dialog" }, h("button", { autofocus: true }, "Close")));
  document.body.append(dialog);
  dialog.addEventListener("close", () => dialog.remove());
  dialog.showModal();
}
