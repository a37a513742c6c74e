import { isSignedIn } from './json-storage.ts';
import type { PageFacts } from './page-facts.ts';

/** Loads what brings the home page's way back to the visitor's book up to date, where the visitor reads one or has an account. */
export function loadHomePlaces(facts: PageFacts): void {
  const places = document.querySelector<HTMLElement>('.continue-places');
  if (places && (isSignedIn() || places.querySelector('[data-reading]')))
    void import('./home-places.ts').then((module) => module.updatePlaces(facts, places));
}
