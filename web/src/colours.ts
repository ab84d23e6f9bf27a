// SPDX-License-Identifier: MIT
// From what is chosen to a byte and a colour for each link, router and node.
import { Quantity, shareOf } from "./data";
import { h } from "./dom";
import { quantity as quantityText } from "./format";
import type { Model } from "./model";
import { Rgb, categoryColour, css, nobody, placeOf, scaleColour } from "./palette";
import type { Layer } from "./scene";
import type { Viewer } from "./viewer";

// What the legend says.
export interface Meaning {
  quantity?: Quantity;
  most: number;
  categories?: [string, Rgb][];
}

const nothing: Meaning = { most: 0 };

// Where the scale ends, of values of which `largest` is the largest and `most` can be shown.
export function scaleEnd(v: Viewer, q: Quantity, largest: number, most: number): number {
  return v.state.scale === "full" && q.unit === "%" && !q.difference ? 100 : Math.abs(largest) || most || 1;
}

// The colours of all bytes. Returns the end of the scale.
function fillScale(v: Viewer, layer: Layer, q: Quantity, found: { most: number; largest: number }): number {
  const { theme, log } = v.state;
  const end = scaleEnd(v, q, found.largest, found.most);
  for (let b = 0; b < 256; ++b) {
    const colour = scaleColour(theme, q.difference, placeOf((shareOf(b, q.difference) * found.most) / end, q.difference, log));
    layer.colours.set([...colour, 255], 4 * b);
  }
  layer.material.uniforms.strong.value = Math.sqrt(Math.min(1, end / found.most)) * (q.difference ? 0.5 : 1);
  layer.material.uniforms.middle.value = q.difference ? 128 / 255 : 0;
  return end;
}

function fillCategories(v: Viewer, layer: Layer): void {
  layer.material.uniforms.strong.value = 0;
  for (let b = 0; b < 256; ++b) layer.colours.set([...categoryColour(v.state.theme, b), 255], 4 * b);
}

function fillPlain(v: Viewer, layer: Layer): void {
  layer.material.uniforms.strong.value = 0;
  const hex = parseInt(nobody[v.state.theme].slice(1), 16);
  const dim = [hex >> 16, (hex >> 8) & 255, hex & 255];
  for (let b = 0; b < 256; ++b) layer.colours.set([...dim, 255], 4 * b);
}

function shows(v: Viewer, router: number): boolean {
  return v.state.slice === null || v.model.coordinate(router, v.state.dimension) === v.state.slice;
}

function jobsLegend(v: Viewer): [string, Rgb][] {
  const names = v.header.jobs ?? [];
  return names.slice(0, 12).map((name, j) => [name, categoryColour(v.state.theme, j)]);
}

// Of several items that are drawn as one: the largest or the mean of values, the category that all have.
function merged(v: Viewer, bytes: ArrayLike<number>, q: Quantity | undefined): number {
  if (!q) {
    for (let i = 1; i < bytes.length; ++i) if (bytes[i] !== bytes[0]) return 254;
    return bytes[0];
  }
  let sum = 0, far = 0;
  for (let i = 0; i < bytes.length; ++i) {
    const share = shareOf(bytes[i], q.difference);
    sum += share;
    if (Math.abs(share) > Math.abs(far)) far = share;
  }
  const share = v.state.busiest ? far : sum / bytes.length;
  const root = Math.sign(share) * Math.sqrt(Math.abs(share));
  return Math.round(q.difference ? 128 + 127 * root : 255 * root);
}

// Bytes of links and which are shown, as lines of the picture.
function putLinks(v: Viewer, bytes: ArrayLike<number>, shown: (l: number) => boolean, q: Quantity | undefined): void {
  const layer = v.scene.links;
  const { members } = v.shape;
  for (let i = 0; i < layer.count; ++i) {
    const links = members ? members[i].filter(shown) : null;
    if (links) layer.bytes[2 * i] = links.length ? merged(v, links.map((l) => bytes[l]), q) : 0;
    else layer.bytes[2 * i] = bytes[i];
    layer.bytes[2 * i + 1] = (links ? links.length : shown(i)) ? 255 : 0;
  }
  layer.changed();
}

export async function colourLinks(v: Viewer): Promise<Meaning> {
  const { state, model, scene } = v;
  const layer = scene.links;
  const q = model.quantity(state.links);
  let meaning = nothing;
  let least = -1;
  let bytes = new Uint8Array(model.from.length);
  if (q) {
    const found = await model.values(q, state.time, state.scale === "run");
    bytes = found.bytes as typeof bytes;
    const most = fillScale(v, layer, q, found);
    meaning = { quantity: q, most };
    least = state.least > 0 ? (state.least * most) / found.most : -1;
  } else if (state.links === "class") {
    fillCategories(v, layer);
    bytes.set(model.linkClass);
    meaning = { most: 0, categories: v.header.network.classes.slice(0, 12).map((c, i) => [c, categoryColour(state.theme, i)]) };
  } else if (state.links === "job") {
    await model.loadLinkJobs();
    fillCategories(v, layer);
    for (let l = 0; l < bytes.length; ++l) bytes[l] = model.linkJob(l);
    meaning = { most: 0, categories: jobsLegend(v) };
  } else {
    fillPlain(v, layer);
  }
  const hidden = v.header.network.classes.map((c) => state.hidden.includes(c));
  putLinks(v, bytes, (l) => {
    if (hidden[model.linkClass[l]]) return false;
    if (state.slice !== null && !shows(v, model.from[l]) && !shows(v, model.to[l])) return false;
    return least <= 0 || Math.abs(shareOf(bytes[l], q!.difference)) >= least;
  }, q);
  return meaning;
}

// Of several nodes at a router, the mean.
function routerBytes(model: Model, nodes: Uint8Array): Uint8Array {
  const bytes = new Uint8Array(model.header.network.routers);
  for (let r = 0; r < bytes.length; ++r) {
    const here = model.nodesAt(r);
    let sum = 0;
    for (const node of here) sum += nodes[node];
    bytes[r] = here.length ? sum / here.length : 0;
  }
  return bytes;
}

export async function colourPoints(v: Viewer): Promise<Meaning> {
  const { state, model, scene } = v;
  const { routers, nodes } = scene;
  const q = model.quantity(state.points);
  let meaning = nothing;
  const { boxOf } = v.shape;
  const members: number[][] = boxOf ? Array.from({ length: routers.count }, () => []) : [];
  boxOf?.forEach((box, r) => members[box].push(r));
  for (let r = 0; r < routers.count; ++r) routers.bytes[2 * r + 1] = (boxOf ? members[r].some((x) => shows(v, x)) : shows(v, r)) ? 255 : 0;
  for (let i = 0; i < nodes.count; ++i) nodes.bytes[2 * i + 1] = shows(v, model.nodeRouter[i]) ? 255 : 0;
  fillPlain(v, routers);
  fillPlain(v, nodes);
  const put = (layer: Layer, bytes: Uint8Array) => {
    const boxes = layer === routers && boxOf;
    for (let i = 0; i < layer.count; ++i) layer.bytes[2 * i] = boxes ? merged(v, members[i].map((r) => bytes[r]), q) : bytes[i];
  };
  const count = model.header.network.routers;
  if (q) {
    const found = await model.values(q, state.time, state.scale === "run");
    const { bytes } = found;
    if (q.of === "nodes" && nodes.count) {
      meaning = { quantity: q, most: fillScale(v, nodes, q, found) };
      put(nodes, bytes);
    } else {
      meaning = { quantity: q, most: fillScale(v, routers, q, found) };
      put(routers, q.of === "nodes" ? routerBytes(model, bytes) : bytes);
    }
  } else if (state.points === "job" && model.nodeJob) {
    const layer = nodes.count ? nodes : routers;
    fillCategories(v, layer);
    if (nodes.count) put(nodes, model.nodeJob);
    else put(routers, Uint8Array.from({ length: count }, (_, r) => model.routerJob(r)));
    meaning = { most: 0, categories: jobsLegend(v) };
  } else if (state.points === "plane") {
    fillCategories(v, routers);
    put(routers, Uint8Array.from({ length: count }, (_, r) => model.coordinate(r, state.dimension) % 8));
    meaning = { most: 0, categories: [] };
  } else if (state.points === "rank" && model.data.has("rank-node")) {
    const layer = nodes.count ? nodes : routers;
    put(layer, await rankBytes(v, layer, nodes.count ? nodes.count : count, nodes.count === 0));
    meaning = { most: 0, categories: [["rank 0", scaleColour(state.theme, false, 0.15)], [`rank ${(v.header.ranks ?? 1) - 1}`, scaleColour(state.theme, false, 1)]] };
  }
  routers.changed();
  nodes.changed();
  return meaning;
}

// By the first rank on each node.
async function rankBytes(v: Viewer, layer: Layer, count: number, byRouter: boolean): Promise<Uint8Array> {
  layer.material.uniforms.strong.value = 0;
  const node = await v.model.data.get("rank-node");
  const bytes = new Uint8Array(count);
  for (let i = node.length; i-- > 0; ) {
    const at = byRouter ? v.model.nodeRouter[node[i]] : node[i];
    if (at < bytes.length) bytes[at] = 38 + Math.round((217 * i) / Math.max(1, node.length - 1));
  }
  for (let b = 0; b < 256; ++b) layer.colours.set([...scaleColour(v.state.theme, false, b / 255), 255], 4 * b);
  layer.colours.set([...categoryColour(v.state.theme, 255), 255], 0);
  return bytes;
}

function bar(v: Viewer, q: Quantity): HTMLCanvasElement {
  const canvas = h("canvas", { width: "200", height: "1", "aria-hidden": "true" });
  const g = canvas.getContext("2d")!;
  for (let x = 0; x < 200; ++x) {
    const share = q.difference ? (x / 199) * 2 - 1 : x / 199;
    g.fillStyle = css(scaleColour(v.state.theme, q.difference, placeOf(share, q.difference, v.state.log)));
    g.fillRect(x, 0, 1, 1);
  }
  return canvas;
}

export function legend(v: Viewer, links: Meaning, points: Meaning): HTMLElement[] {
  const parts: HTMLElement[] = [];
  for (const [what, m] of [["links", links], ["", points]] as [string, Meaning][]) {
    if (m.quantity) {
      const q = m.quantity;
      const least = q.difference ? quantityText(-m.most, q.unit) : quantityText(0, q.unit);
      const several = v.shape.members ? (v.state.busiest ? ", busiest of each line" : ", mean of each line") : "";
      parts.push(h("div", {}, `${v.nameOf(q.of)}: ${q.name}${q.of === "links" ? several : ""}${q.difference ? " (red: more in the second run)" : ""}`), bar(v, q),
        h("div", { class: "ends" }, h("span", {}, least), v.state.log ? h("span", {}, "log") : null, h("span", {}, quantityText(m.most, q.unit))));
    } else if (m.categories?.length) {
      parts.push(h("div", {}, what || "nodes", ": ", ...m.categories.map(([name, colour]) =>
        h("span", { style: "margin-right:10px" }, h("span", { class: "swatch", style: `background:${css(colour)}` }), name))));
    }
  }
  return parts;
}
