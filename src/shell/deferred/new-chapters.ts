import { buildRequest } from '#src/contract/client/request.ts';
import { BOOK_BRIEF, BRIEFS_MS } from '#src/contract/endpoints/book-brief.ts';
import { PLACES_EVENT } from '../state/browser-events.ts';
import * as keys from '../state/storage-keys.ts';
import { device } from './json-storage.ts';
import type { PageFacts } from './page-facts.ts';

interface Briefs {
  readonly at: number;
  readonly items: readonly { readonly id: number; readonly chapters: number }[];
}

/** Requests and stores the chapter count of a book, unless the stored count is only a few minutes old. */
export async function loadBrief(facts: PageFacts, id: number, now = Date.now()): Promise<void> {
  const stored = briefs();
  const isFresh = Math.abs(now - stored.at) < BRIEFS_MS && stored.items.some((brief) => brief.id === id);
  if (isFresh) return;
  const { target, method, headers } = buildRequest(BOOK_BRIEF, { ids: id }, { locale: facts.locale }, facts.prefix);
  const response = await fetch(target, { method, headers, credentials: 'omit' });
  const body: unknown = response.ok ? await response.json() : null;
  const chapters = chaptersIn(body, id);
  if (chapters === undefined) return;
  device.set(keys.BRIEFS, { at: now, items: [{ id, chapters }, ...stored.items.filter((brief) => brief.id !== id)] });
}

function briefs(): Briefs {
  const stored = device.get(keys.BRIEFS) as Briefs | null;
  return Array.isArray(stored?.items) ? stored : { at: 0, items: [] };
}

function chaptersIn(body: unknown, id: number): number | undefined {
  const items = (body as { data?: Partial<Briefs> } | null)?.data?.items;
  return Array.isArray(items) ? items.find((brief) => brief.id === id)?.chapters : undefined;
}

/**
 * Requests the chapter count of the book being read. Then updates the continue-reading link, even if the request
 * failed.
 */
export async function showNewChapters(facts: PageFacts, place: HTMLElement): Promise<void> {
  await loadBrief(facts, Number(place.dataset['reading'])).catch(() => undefined);
  place.dispatchEvent(new CustomEvent(PLACES_EVENT));
}
