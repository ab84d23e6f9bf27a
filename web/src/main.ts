// SPDX-License-Identifier: MIT
// The page begins: a view of a machine, or the service.
import { Data, readHeader } from "./data";
import { startService } from "./service";
import { Viewer } from "./viewer";

async function begin(): Promise<void> {
  const app = document.getElementById("app") as HTMLElement;
  const header = readHeader();
  if (!header) {
    app.textContent = "This page has no data: kasuri view writes it into a copy of the page.";
    return;
  }
  document.title = `${header.title ?? "service"} – Kasuri`;
  if (header.kind === "service") return startService(app, header.settings ?? {});
  const viewer = new Viewer(app, new Data(header));
  (window as unknown as { kasuri: Viewer }).kasuri = viewer;
  await viewer.start();
}

begin().catch((e: unknown) => {
  const app = document.getElementById("app") as HTMLElement;
  app.replaceChildren(`The page cannot be shown: ${e instanceof Error ? e.message : String(e)}`);
  throw e;
});
