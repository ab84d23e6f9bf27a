// SPDX-License-Identifier: MIT
// Pictures of pages: node shots.mjs OUT_FOLDER PAGE.html … Each with its tabs, light and dark, 800 and 1,600 pixels wide.
import { mkdirSync } from "node:fs";
import { basename, resolve } from "node:path";
import { watched, withBrowser } from "./browser.mjs";

const [out, ...pages] = process.argv.slice(2);
mkdirSync(out, { recursive: true });
for (const width of [800, 1600]) {
  await withBrowser(async (context) => {
    for (const file of pages) {
      const page = await watched(context);
      await page.goto("file://" + resolve(file));
      await page.waitForSelector("body[data-ready]");
      const name = `${basename(file, ".html")}-${width}`;
      const first = await page.evaluate(() => globalThis.kasuri.firstPicture);
      for (const theme of ["light", "dark"]) {
        await page.evaluate((t) => globalThis.kasuri.set({ theme: t }), theme);
        for (const tab of await page.$$eval("[role=tab]", (all) => all.map((t) => t.id))) {
          await page.click("#" + tab);
          await page.waitForTimeout(250);
          await page.screenshot({ path: `${out}/${name}-${theme}-${tab.slice(4)}.png`, fullPage: width === 800 });
        }
      }
      console.log(`${name}: first picture after ${Math.round(first)} ms; ${page.problems.join("; ") || "no errors"}`);
      await page.close();
    }
  }, { width, height: width === 800 ? 700 : 900 });
}
