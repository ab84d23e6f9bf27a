// SPDX-License-Identifier: MIT
// The picture as PNG, with its title and legend, and as SVG.
import { h, save } from "./dom";
import type { Viewer } from "./viewer";

const kMostLines = 60000;

function legendText(): string {
  return [...document.querySelectorAll(".legend > *")].map((e) => (e as HTMLElement).innerText.replaceAll("\n", "  ")).filter((s) => s).join("   ");
}

export function exportPng(v: Viewer): void {
  const s = v.scene;
  s.render();
  const source = s.canvas;
  const canvas = h("canvas", { width: String(source.width), height: String(source.height) });
  const g = canvas.getContext("2d")!;
  g.drawImage(source, 0, 0);
  const ratio = source.width / source.clientWidth;
  g.scale(ratio, ratio);
  g.fillStyle = getComputedStyle(document.documentElement).getPropertyValue("--ink").trim();
  g.font = "14px sans-serif";
  g.fillText(`${v.header.title}: ${v.header.network.title}`, 10, 20);
  g.font = "12px sans-serif";
  g.fillText(legendText(), 10, source.clientHeight - 10);
  const bar = document.querySelector(".legend canvas") as HTMLCanvasElement | null;
  if (bar) g.drawImage(bar, 10, source.clientHeight - 36, 200, 10);
  canvas.toBlob((blob) => blob && save(`${v.header.title}.png`, blob));
}

const escaped = (s: string) => s.replace(/[&<>"]/g, (c) => `&#${c.charCodeAt(0)};`);

export function svgOf(v: Viewer): string {
  const s = v.scene;
  const w = s.canvas.clientWidth, tall = s.canvas.clientHeight;
  const style = getComputedStyle(document.documentElement);
  const ink = style.getPropertyValue("--ink").trim();
  const parts: { far: number; text: string }[] = [];
  const colour = (layer: typeof s.links, i: number) => {
    const b = 4 * layer.bytes[2 * i];
    return `#${[0, 1, 2].map((k) => layer.colours[b + k].toString(16).padStart(2, "0")).join("")}`;
  };
  const depth = (p: { x: number; y: number; z: number }) => s.camera.position.distanceToSquared(p as never);
  const step = Math.max(1, Math.ceil(s.links.count / kMostLines));
  for (let l = 0; l < s.links.count; l += step) {
    if (!s.links.bytes[2 * l + 1]) continue;
    const [a, b] = s.line(l);
    const p = s.project(a), q = s.project(b);
    if (!p || !q) continue;
    parts.push({ far: depth(a), text: `<path d="M${p[0].toFixed(1)} ${p[1].toFixed(1)}L${q[0].toFixed(1)} ${q[1].toFixed(1)}" stroke="${colour(s.links, l)}"/>` });
  }
  for (let r = 0; r < s.routers.count; ++r) {
    if (!s.routers.bytes[2 * r + 1]) continue;
    const at = s.place(r);
    const p = s.project(at);
    if (p) parts.push({ far: depth(at), text: `<circle cx="${p[0].toFixed(1)}" cy="${p[1].toFixed(1)}" r="2.5" fill="${colour(s.routers, r)}"/>` });
  }
  parts.sort((a, b) => b.far - a.far);
  const left = step > 1 ? ` – every ${step}th link` : "";
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${w}" height="${tall}" viewBox="0 0 ${w} ${tall}" font-family="sans-serif" fill="none">` +
    `<rect width="100%" height="100%" fill="${style.getPropertyValue("--scene").trim()}"/>\n${parts.map((p) => p.text).join("\n")}\n` +
    `<text x="10" y="20" font-size="14" fill="${ink}">${escaped(`${v.header.title}: ${v.header.network.title}${left}`)}</text>` +
    `<text x="10" y="${tall - 10}" font-size="12" fill="${ink}">${escaped(legendText())}</text></svg>\n`;
}

export function exportSvg(v: Viewer): void {
  save(`${v.header.title}.svg`, new Blob([svgOf(v)], { type: "image/svg+xml" }));
}
