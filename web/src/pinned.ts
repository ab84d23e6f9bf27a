// SPDX-License-Identifier: MIT
// What is known of one link, router or node: at the pointer in a few words, pinned with its curve.
import { drawCurves } from "./curves";
import { h } from "./dom";
import { quantity as quantityText, time as timeText } from "./format";
import type { Item } from "./scene";
import type { Viewer } from "./viewer";

const box = h("div", { id: "pinned" });

export function pinnedBox(v: Viewer): HTMLElement {
  void v;
  return box;
}

function nameOf(v: Viewer, item: Item): string {
  const m = v.model;
  if (item.kind === "links") return `link ${m.linkName(item.id)}`;
  if (item.kind === "routers") return `${v.header.kind === "manycore" ? "element" : v.header.kind === "chip" ? "switch" : "router"} ${m.routerName(item.id)}`;
  return `node ${item.id}`;
}

async function valueLines(v: Viewer, item: Item): Promise<[string, string][]> {
  const lines: [string, string][] = [];
  for (const q of v.model.quantitiesOf([item.kind])) {
    lines.push([q.name, quantityText(await v.model.value(q, item.id, v.state.time), q.unit)]);
  }
  return lines;
}

async function facts(v: Viewer, item: Item): Promise<[string, string][]> {
  const m = v.model;
  const lines: [string, string][] = [];
  if (item.kind === "links") {
    lines.push(["class", v.header.network.classes[m.linkClass[item.id]] ?? ""]);
    if (v.header.jobs && v.header.jobs.length) {
      const { jobs, exact } = await m.jobsOfLink(item.id);
      lines.push([exact ? "jobs whose paths use it" : "jobs of the nodes at its ends", jobs.map((j) => m.jobName(j)).join(", ") || "none"]);
    }
    const own = v.header.own_links ?? Infinity;
    if (m.row && m.row[item.id] >= own) lines.push(["over time", "the mean of links of its class and region"]);
  } else {
    const router = item.kind === "nodes" ? m.nodeRouter[item.id] : item.id;
    if (item.kind === "nodes") lines.push(["at router", m.routerName(router)]);
    const nodes = item.kind === "nodes" ? [item.id] : [...m.nodesAt(router)];
    if (item.kind === "routers" && nodes.length && v.header.kind !== "manycore") lines.push([v.header.kind === "chip" ? "servers" : "nodes", nodes.slice(0, 8).join(", ") + (nodes.length > 8 ? ", …" : "")]);
    if (v.header.jobs && m.nodeJob) lines.push(["job", m.jobName(item.kind === "nodes" ? m.nodeJob[item.id] : m.routerJob(router))]);
    if (v.header.ranks) {
      const where = await m.data.get("rank-node"), number = await m.data.get("rank-number");
      const ranks: number[] = [];
      where.forEach((node, i) => { if (nodes.includes(node)) ranks.push(number[i]); });
      if (ranks.length) lines.push(["ranks", ranks.slice(0, 10).join(", ") + (ranks.length > 10 ? `, … (${ranks.length})` : "")]);
    }
  }
  return lines;
}

// What a link stands for in a picture of boxes.
async function lineOfSeveral(v: Viewer, item: Item): Promise<[string, string][]> {
  const { members, lineOf } = v.shape;
  const q = v.model.quantity(v.state.links);
  if (item.kind !== "links" || !members || !lineOf || lineOf[item.id] < 0) return [];
  const links = members[lineOf[item.id]];
  const about = `the busiest of ${links.length} links`;
  if (!q) return [["this line", about]];
  const values = await Promise.all(links.map((l) => v.model.value(q, l, v.state.time)));
  return [["this line", `${about}, on average ${q.name} ${quantityText(values.reduce((a, b) => a + b, 0) / links.length, q.unit)}`]];
}

export async function tipOf(v: Viewer, item: Item): Promise<HTMLElement[]> {
  const lines = [...(await facts(v, item)), ...(await valueLines(v, item)), ...(await lineOfSeveral(v, item))];
  return [h("strong", {}, nameOf(v, item)), ...lines.map(([name, value]) => h("div", {}, `${name}: ${value}`))];
}

let turn = 0;

export async function showPinned(v: Viewer): Promise<void> {
  const mine = ++turn;
  const { pin, path } = v.state;
  const parts: HTMLElement[] = [];
  if (path) {
    const { links, routed } = await v.model.path(path[0], path[1]);
    const routers = links.length ? [v.model.from[links[0]], ...links.map((l) => v.model.to[l])] : [v.model.nodeRouter[path[0]]];
    const many = v.header.paths && (v.header.paths.adaptive || v.header.paths.ways > 1);
    const how = routed ? (many ? "as the routing chooses it while queues are empty; it has others" : "by the routing")
      : "a shortest path; the page has no table of this machine's routing";
    parts.push(h("h2", {}, `Path from node ${path[0]} to ${path[1]}`),
      h("p", {}, links.length || routers.length === 1 ? routers.slice(0, 40).map((r) => v.model.routerName(r)).join(" → ") : "no path"),
      h("p", { class: "note" }, `${links.length} links, ${how}`));
  }
  if (pin) {
    const title = h("h2", { tabindex: "-1" }, "Pinned: " + nameOf(v, pin));
    const table = h("table", {}, h("tbody", {}, ...[...(await facts(v, pin)), ...(await valueLines(v, pin))].map(([name, value]) =>
      h("tr", {}, h("td", {}, name), h("td", {}, value)))));
    const when = v.state.time === null ? "over the whole run" : `at ${timeText(v.state.time, v.header.time_unit ?? "ps")}`;
    const curve = h("div", {});
    parts.push(title, h("p", { class: "note" }, when), table, curve, h("button", { onclick: () => void v.set({ pin: null }) }, "Unpin (Esc)"));
    const of = v.model.quantitiesOf([pin.kind]).filter((q) => q.time);
    const chosen = of.find((q) => q.id === v.state.links || q.id === v.state.points) ?? of[0];
    if (chosen) {
      const values = await v.model.curve(chosen, pin.id);
      if (mine !== turn) return;
      drawCurves(v, curve, chosen.axis!, [{ name: chosen.name, unit: chosen.unit, values }], 300, 150);
    }
    v.lookAt(pin);
  }
  if (mine !== turn) return;
  if (!pin && !path) parts.push(h("p", { class: "note" }, "Point at a link, router or node to see what it did; click to pin it."));
  box.replaceChildren(...parts);
}
