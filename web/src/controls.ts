// SPDX-License-Identifier: MIT
// The panel at the side: colours, scales, filters, a path.
import { choice, h, tick } from "./dom";
import { categoryColour, css } from "./palette";
import { pinnedBox } from "./pinned";
import type { Viewer } from "./viewer";

export function controlsOf(v: Viewer): void {
  const { state, model, header } = v;
  const links: [string, string][] = model.quantitiesOf(["links"]).map((q) => [q.id, q.name + (q.unit ? ` (${q.unit})` : "")]);
  links.push(["class", "class"], ...(header.jobs ? [["job", "job"] as [string, string]] : []), ["plain", "none"]);
  const points: [string, string][] = model.quantitiesOf(["routers", "nodes"]).map((q) => [q.id, `${v.nameOf(q.of)}: ${q.name}${q.unit ? ` (${q.unit})` : ""}`]);
  if (header.jobs && model.nodeJob) points.push(["job", "nodes: job"]);
  if (header.ranks) points.push(["rank", "nodes: first rank"]);
  points.push(["plane", `${v.nameOf("routers")}: plane`], ["plain", "none"]);
  const focus = document.activeElement?.id;
  const q = model.quantity(state.links);
  const parts: (Node | null)[] = [
    h("h2", {}, "Colour"),
    identified("links", choice("Links", links, state.links, (links) => void v.set({ links }))),
    q?.about ? h("p", { class: "note" }, q.about) : null,
    identified("points", choice("Points", points, state.points, (points) => void v.set({ points }))),
    model.quantity(state.points)?.about ? h("p", { class: "note" }, model.quantity(state.points)!.about) : null,
    identified("scale", choice("Scale ends at", [["run", "the largest value"], ["now", "this moment's largest"], ["full", "100 %"]], state.scale, (scale) => void v.set({ scale }))),
    identified("log", tick("logarithmic scale", state.log, (log) => void v.set({ log }))),
    header.network.other ? h("h2", {}, "Picture") : null,
    header.network.other ? identified("all", choice("Draw", [["no", header.network.other.name], ["yes", "each router in its place"]], state.all ? "yes" : "no", (all) => void v.set({ all: all === "yes", camera: [] }))) : null,
    v.shape.members ? identified("busiest", choice("A line shows", [["no", "the mean of its links"], ["yes", "the busiest of its links"]], state.busiest ? "yes" : "no", (b) => void v.set({ busiest: b === "yes" }))) : null,
    h("h2", {}, "Filter"),
    ...classes(v),
    q ? threshold(v) : null,
    slices(v),
    header.network.nodes > 1 ? pathForm(v) : null,
    pinnedBox(v), v.said,
  ];
  v.aside.replaceChildren(...parts.filter((p) => p !== null));
  if (focus) document.getElementById(focus)?.focus();
}

function identified(id: string, label: HTMLLabelElement): HTMLLabelElement {
  label.querySelector("input,select")!.id = "choice-" + id;
  return label;
}

function classes(v: Viewer): HTMLElement[] {
  const names = v.header.network.classes;
  return names.map((name, i) => tick(name, !v.state.hidden.includes(name), (on) => {
    void v.set({ hidden: on ? v.state.hidden.filter((x) => x !== name) : [...v.state.hidden, name] });
  }, css(categoryColour(v.state.theme, i))));
}

function threshold(v: Viewer): HTMLElement {
  const input = h("input", { type: "range", min: "0", max: "100", value: String(Math.round(100 * Math.sqrt(v.state.least))),
    oninput: () => void v.set({ least: (Number(input.value) / 100) ** 2 }) });
  return h("label", {}, "hide links below this part of the scale ", input);
}

function slices(v: Viewer): HTMLElement | null {
  const n = v.header.network;
  if (n.family !== "lattice" && n.family !== "groups") return null;
  const extents: number[] = [];
  for (let d = 0; d < n.dimensions; ++d) {
    let most = 0;
    for (let r = 0; r < n.routers; ++r) most = Math.max(most, v.model.coordinate(r, d));
    extents.push(most + 1);
  }
  const names = n.family === "groups" ? ["group", "router"] : v.header.kind === "chip" ? ["x", "y", "layer"] : v.header.kind === "manycore" ? ["rank", "pipe"] : [..."xyzabcdef"];
  const input = h("input", { type: "number", min: "0", "aria-label": "its coordinate", value: v.state.slice ?? "", placeholder: "all",
    oninput: () => void v.set({ slice: input.value === "" ? null : Math.min(extents[v.state.dimension] - 1, Number(input.value)) }) });
  const options = extents.map((e, d) => [String(d), `${names[d] ?? d} (0 to ${e - 1})`] as [string, string]);
  return h("div", { class: "row" }, choice("only", options, String(v.state.dimension), (d) => void v.set({ dimension: Number(d), slice: null })), input);
}

function pathForm(v: Viewer): HTMLElement {
  const last = v.header.network.nodes - 1;
  const field = (label: string, hint: string, value: number | undefined) =>
    h("input", { type: "number", min: "0", max: String(last), "aria-label": label, value: value ?? "", placeholder: hint });
  const from = field("from node", "from", v.state.path?.[0]);
  const to = field("to node", "to", v.state.path?.[1]);
  const show = () => {
    const a = Number(from.value), b = Number(to.value);
    const good = from.value !== "" && to.value !== "" && a >= 0 && b >= 0 && a <= last && b <= last;
    if (!good) return v.say(`nodes are numbered from 0 to ${last}`);
    void v.set({ path: [Math.floor(a), Math.floor(b)] });
  };
  return h("div", {}, h("h2", {}, "Path between two nodes"),
    h("div", { class: "row" }, from, to, h("button", { onclick: show }, "Show")));
}
