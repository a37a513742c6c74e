import type { LocaleCode } from '#src/contract/locales.ts';
import { isSignedIn } from './json-storage.ts';
import { showNews } from './new-chapters.ts';
import type { PageFacts } from './page-facts.ts';

/** Requests new chapters of the current book, and the reading position from the account. */
export function updatePlaces(facts: PageFacts, places: HTMLElement): void {
  const reading = places.querySelector<HTMLElement>('[data-continue][data-reading]');
  if (reading) void showNews(facts, reading);
  const locale = places.dataset['locale'] as LocaleCode;
  if (isSignedIn())
    void import('#src/features/library/island/refresh-places.ts').then(({ refreshPlaces }) =>
      refreshPlaces({ apiPrefix: facts.prefix, locale }),
    );
}
