import { LIBRARY_EVENT } from '#src/lib/browser-events.ts';
import type { PageContext } from '#src/stores/page-context.ts';

/**
 * Asks the account of a signed-in visitor where they read last, and tells the document by LIBRARY_EVENT: once it has
 * answered or failed, and with every change from then on.
 */
export async function refreshPlaces(page: PageContext): Promise<void> {
  const [{ setPageContext }, { syncNow }, { $readlogList }] = await Promise.all([
    import('#src/stores/page-context.ts'),
    import('#src/stores/sync.ts'),
    import('#src/stores/local-storage.ts'),
  ]);
  const tell = () => document.dispatchEvent(new Event(LIBRARY_EVENT));
  setPageContext(page);
  $readlogList.listen(tell);
  await syncNow();
  tell();
}
