import { LIBRARY_EVENT } from '#src/shell/state/browser-events.ts';
import type { PageContext } from '#src/shell/state/page-context.ts';

/**
 * Loads a signed-in visitor's reading positions from the account. Dispatches LIBRARY_EVENT on the document when the
 * request has succeeded or failed, and on every later change.
 */
export async function refreshPlaces(page: PageContext): Promise<void> {
  const [{ setPageContext }, { syncNow }, { $readlogList }] = await Promise.all([
    import('#src/shell/state/page-context.ts'),
    import('../state/sync.ts'),
    import('#src/shell/state/local-storage.ts'),
  ]);
  const notify = () => document.dispatchEvent(new Event(LIBRARY_EVENT));
  setPageContext(page);
  $readlogList.listen(notify);
  await syncNow();
  notify();
}
