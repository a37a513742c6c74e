/** Chrome reports the connection. Firefox and Safari do not. */
type Reporting = Navigator & { readonly connection?: { readonly saveData?: boolean; readonly effectiveType?: string } };

/**
 * Loads code that the visitor may need next, when the browser is idle, but only on a fast connection on which the visitor
 * does not save data. If the browser reports no connection, loads nothing.
 */
export function prefetchWhenIdle(load: () => Promise<unknown>): void {
  if ((navigator as Reporting).connection?.effectiveType !== '4g') return;
  if ((navigator as Reporting).connection?.saveData) return;
  (globalThis.requestIdleCallback ?? setTimeout)(() => void load().catch(() => undefined));
}
