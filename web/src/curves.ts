// SPDX-License-Identifier: MIT
// Curves over time, with the scrubber's place as a line; a click moves the scrubber.
import uPlot from "uplot";
import { quantity as quantityText, time as timeText } from "./format";
import { categories } from "./palette";
import type { Viewer } from "./viewer";

export interface Curve {
  name: string;
  unit: string;
  values: number[];
}

export function drawCurves(v: Viewer, into: HTMLElement, axisName: string, curves: Curve[], width: number, height: number): uPlot | null {
  const axis = v.header.axes?.[axisName];
  if (!axis) return null;
  const style = getComputedStyle(document.documentElement);
  const ink = style.getPropertyValue("--ink").trim(), line = style.getPropertyValue("--line").trim();
  const unit = v.header.time_unit ?? "ps";
  const x = axis.begin.map((b, i) => (b + axis.end[i]) / 2);
  const plot = new uPlot({
    width, height,
    legend: { live: curves.length <= 8, show: true },
    cursor: { y: false },
    scales: { x: { time: false }, y: { range: (_u, low, high) => [Math.min(0, low), Math.max(high, low + 1e-9)] } },
    axes: [
      { stroke: ink, size: 32, grid: { stroke: line }, values: (_u, s) => s.map((t) => timeText(t, unit === "ps" ? "ps" : unit).replace(`${unit} `, "")), space: 80 },
      { stroke: ink, grid: { stroke: line }, values: (_u, s) => s.map((y) => quantityText(y, curves[0].unit)), size: 78 },
    ],
    series: [
      { label: "time", value: (_u, t) => (t === null ? "–" : timeText(t, unit)) },
      ...curves.map((c, i) => ({ label: c.name, stroke: categories[i % categories.length], width: 2, points: { show: x.length < 3 },
        dash: i >= categories.length ? [6, 3] : undefined,
        value: (_u: uPlot, y: number | null) => (y === null ? "–" : quantityText(y, c.unit)) })),
    ],
    hooks: {
      draw: [(u) => {
        if (v.state.time === null) return;
        const at = u.valToPos(v.state.time, "x", true);
        u.ctx.strokeStyle = ink;
        u.ctx.lineWidth = 2;
        u.ctx.beginPath();
        u.ctx.moveTo(at, u.bbox.top);
        u.ctx.lineTo(at, u.bbox.top + u.bbox.height);
        u.ctx.stroke();
      }],
    },
  }, [x, ...curves.map((c) => c.values)], into);
  plot.over.addEventListener("click", () => {
    const t = plot.posToVal(plot.cursor.left ?? 0, "x");
    if (Number.isFinite(t)) void v.set({ time: Math.min(v.end(), Math.max(0, t)) });
  });
  return plot;
}
