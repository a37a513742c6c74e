import type { LocaleCode } from '#src/contract/locales.ts';
import { isSignedIn } from './json-storage.ts';
import type { PageFacts } from './page-facts.ts';

/** Brings the home page's way back to the visitor's book up to date. Who reads no book here loads nothing for it. */
export function updatePlaces(facts: PageFacts): void {
  const places = document.querySelector<HTMLElement>('.continue-places');
  if (!places) return;
  const reading = places.querySelector<HTMLElement>('[data-continue][data-reading]');
  if (reading) void import('./new-chapters.ts').then(({ showNews }) => showNews(facts, reading));
  const locale = places.dataset['locale'] as LocaleCode;
  if (isSignedIn())
    void import('#src/islands/history/refresh-places.ts').then(({ refreshPlaces }) =>
      refreshPlaces({ apiPrefix: facts.prefix, locale }),
    );
}
