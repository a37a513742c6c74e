import { buildRequest } from '#src/api-client/request.ts';
import { BOOK_BRIEF, BRIEFS_MS } from '#src/contract/endpoints/book-brief.ts';
import { device } from './json-storage.ts';
import type { PageFacts } from './page-facts.ts';

const KEY = 'lectern:briefs';

interface Briefs {
  readonly at: number;
  readonly items: readonly { readonly id: number; readonly chapters: number }[];
}

/** Asks how many chapters the book has that is being read, at most every few minutes. */
export async function loadBrief(facts: PageFacts, id: number, now = Date.now()): Promise<void> {
  const known = briefs();
  const isFresh = Math.abs(now - known.at) < BRIEFS_MS && known.items.some((brief) => brief.id === id);
  if (isFresh) return;
  const { target, method, headers } = buildRequest(BOOK_BRIEF, { ids: id }, { locale: facts.locale }, facts.prefix);
  const answer = await fetch(target, { method, headers, credentials: 'omit' });
  const found: unknown = answer.ok ? await answer.json() : null;
  const chapters = chaptersIn(found, id);
  if (chapters === undefined) return;
  device.set(KEY, { at: now, items: [{ id, chapters }, ...known.items.filter((brief) => brief.id !== id)] });
}

function briefs(): Briefs {
  const known = device.get(KEY) as Briefs | null;
  return Array.isArray(known?.items) ? known : { at: 0, items: [] };
}

function chaptersIn(answer: unknown, id: number): number | undefined {
  const items = (answer as { data?: Partial<Briefs> } | null)?.data?.items;
  return Array.isArray(items) ? items.find((brief) => brief.id === id)?.chapters : undefined;
}

/** Tells the way back to the book once the number of its chapters is known. */
export async function showNews(facts: PageFacts, place: HTMLElement): Promise<void> {
  await loadBrief(facts, Number(place.dataset['reading'])).catch(() => undefined);
  place.dispatchEvent(new CustomEvent('lectern:news'));
}
