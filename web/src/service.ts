// SPDX-License-Identifier: MIT
export function startService(app: HTMLElement, settings: Record<string, unknown>): void {
  app.textContent = JSON.stringify(settings);
}
