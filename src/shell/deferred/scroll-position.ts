import * as keys from '../state/storage-keys.ts';
import { session } from './json-storage.ts';
import { leavesPage } from './link-click.ts';

const MAX_POSITIONS = 100;

type Places = Record<string, number>;

/**
 * Stores the scroll positions of the tab's history entries (docs/product.md, section 2) and restores them on back and
 * forward. A new page starts at the top or at its hash, unless the visitor followed a link with `data-keep-scroll`.
 */
export function keepScrollPositions(): void {
  history.scrollRestoration = 'manual';
  const places = readPlaces();
  let [entry, wasShown] = entryOf();

  // Lays out the whole page. Elements below the first screen otherwise have estimated heights
  // (src/shell/styles/below-first-screen.css), and positions depend on heights.
  const layOutAll = () => document.documentElement.toggleAttribute('data-whole', true);
  const record = () => {
    layOutAll();
    delete places[entry];
    places[entry] = Math.round(scrollY);
  };
  const show = () => {
    const place = wasShown ? places[entry] : takeNextPosition();
    // In a chapter, the reader restores the line instead (src/features/reader/restore-position.inline.ts).
    if (typeof place !== 'number' || history.state?.place) return;
    if (place > 0) layOutAll();
    scrollTo({ top: place, behavior: 'instant' });
  };
  const onNavigation = () => {
    [entry, wasShown] = entryOf();
    show();
  };
  const store = () => {
    record();
    session.set(keys.SCROLL_POSITIONS, Object.fromEntries(Object.entries(places).slice(-MAX_POSITIONS)));
  };

  show();
  addEventListener('scroll', record, { passive: true });
  addEventListener('popstate', onNavigation);
  addEventListener('pagehide', store);
  addEventListener('click', (event) => {
    if (leavesPage(event) && (event.target as Element).closest('a[data-keep-scroll]'))
      session.set(keys.NEXT_SCROLL_POSITION, Math.round(scrollY));
  });
}

/**
 * The stored scroll positions. The value needs no validation, because a value of another type has no key that matches
 * an entry id.
 */
const readPlaces = (): Places => ({ ...(session.get(keys.SCROLL_POSITIONS) as Places | null) });

/** The id of the current history entry, and whether it has been shown before. */
function entryOf(): [entry: string, wasShown: boolean] {
  const { state } = history;
  if (state?.lectern) return [state.lectern, true];
  const id = Math.random().toString(36).slice(2);
  history.replaceState({ ...state, lectern: id }, '');
  return [id, false];
}

function takeNextPosition(): unknown {
  const place = session.get(keys.NEXT_SCROLL_POSITION);
  session.set(keys.NEXT_SCROLL_POSITION, null);
  return place;
}
