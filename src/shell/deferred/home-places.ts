import type { LocaleCode } from '#src/contract/locales.ts';
import { isSignedIn } from './json-storage.ts';
import { showNewChapters } from './new-chapters.ts';
import type { PageFacts } from './page-facts.ts';

/**
 * Updates the home page's continue-reading links with the chapter count of the book being read and, if the visitor is
 * signed in, with the reading places of the account.
 */
export function updatePlaces(facts: PageFacts, places: HTMLElement): void {
  const reading = places.querySelector<HTMLElement>('[data-continue][data-reading]');
  if (reading) void showNewChapters(facts, reading);
  const locale = places.dataset['locale'] as LocaleCode;
  if (isSignedIn())
    void import('#src/features/library/island/refresh-places.ts').then(({ refreshPlaces }) =>
      refreshPlaces({ apiPrefix: facts.prefix, locale }),
    );
}
