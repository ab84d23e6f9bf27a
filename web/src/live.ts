// SPDX-License-Identifier: MIT
// A run that goes on: its progress, and how busy each link was since the last look. When it has ended, the
// page of its results takes the place of this one.
import { h } from "./dom";
import { time as timeText } from "./format";
import type { Viewer } from "./viewer";

interface News {
  now: number;
  share: number; // less than 0: unknown
  text: string;
  ended: boolean;
  error?: string;
  bytes?: string; // base64: one for each link
}

export function followRun(v: Viewer): void {
  const bar = h("progress", { max: "1", "aria-label": "Progress of the run" });
  const words = h("span", {}, "the run begins");
  document.querySelector(".time")!.replaceChildren(bar, words);
  (document.querySelector(".time") as HTMLElement).hidden = false;
  let failures = 0;
  const look = async () => {
    try {
      const news = (await (await fetch("live", { cache: "no-store" })).json()) as News;
      failures = 0;
      words.textContent = news.text || timeText(news.now);
      if (news.share >= 0) bar.value = news.share;
      if (news.error) {
        words.textContent = news.error;
        return;
      }
      if (news.ended) return location.reload();
      if (news.bytes) {
        const text = atob(news.bytes);
        const bytes = new Uint16Array(text.length);
        for (let i = 0; i < text.length; ++i) bytes[i] = text.charCodeAt(i) << 8;
        v.model.data.put("links-busy-total", bytes);
        await v.set({});
      }
    } catch {
      if (++failures > 5) {
        words.textContent = "the run's process has ended";
        return;
      }
    }
    window.setTimeout(() => void look(), 700);
  };
  void look();
}
