import { isSignedIn } from './json-storage.ts';
import type { PageFacts } from './page-facts.ts';

/**
 * Loads the module that updates the home page's continue-reading links, if the visitor has started a book or is signed
 * in.
 */
export function loadHomePlaces(facts: PageFacts): void {
  const places = document.querySelector<HTMLElement>('.continue-places');
  if (places && (isSignedIn() || places.querySelector('[data-reading]')))
    void import('./home-places.ts').then((module) => module.updatePlaces(facts, places));
}
