// SPDX-License-Identifier: MIT
// Bundles the page into one file: node build.mjs OUTPUT.html
import { build } from "esbuild";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";

const out = process.argv[2] ?? "../build/viewer.html";
const result = await build({
  entryPoints: ["src/main.ts"], bundle: true, minify: true, format: "esm", target: "es2022", write: false,
  legalComments: "eof", charset: "utf8",
});
const style = readFileSync("node_modules/uplot/dist/uPlot.min.css", "utf8") + readFileSync("src/style.css", "utf8");
const notices = ["three", "uplot"].map((name) => {
  const about = JSON.parse(readFileSync(`node_modules/${name}/package.json`, "utf8"));
  return `${name} ${about.version}: ${readFileSync(`node_modules/${name}/LICENSE`, "utf8").trim()}`;
});
// Nothing in a script may end it.
const script = result.outputFiles[0].text.replaceAll("</script", "<\\/script").replaceAll("<!--", "<\\!--");
const html = readFileSync("index.html", "utf8")
  .replace("/*style*/", () => style)
  .replace("/*script*/", () => script)
  .replace("<body>", () => `<body>\n<!--\n${notices.join("\n\n").replaceAll("--", "- -")}\n-->`);
mkdirSync(dirname(out), { recursive: true });
writeFileSync(out, html);
console.log(`${out}: ${(html.length / 1e6).toFixed(2)} MB`);
