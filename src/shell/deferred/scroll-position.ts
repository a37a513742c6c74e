import * as keys from '../state/storage-keys.ts';
import { session } from './json-storage.ts';
import { leavesPage } from './link-click.ts';

const MAX_POSITIONS = 100;

type Places = Record<string, number>;

/**
 * Scroll positions of the tab's history entries (docs/product.md, section 2). Back and forward restore them; a new page
 * starts at its top or its hash, unless the link had `data-keep-scroll`.
 */
export function keepScrollPositions(): void {
  history.scrollRestoration = 'manual';
  const places = readPlaces();
  let [entry, known] = entryOf();

  // Positions depend on heights, and elements that were not laid out have none
  // (src/shell/styles/below-first-screen.css).
  const layOutAll = () => document.documentElement.toggleAttribute('data-whole', true);
  const note = () => {
    layOutAll();
    delete places[entry];
    places[entry] = Math.round(scrollY);
  };
  const show = () => {
    const place = known ? places[entry] : takeStay();
    // A chapter restores its own line (src/features/reader/restore-position.inline.ts).
    if (typeof place !== 'number' || history.state?.place) return;
    if (place > 0) layOutAll();
    scrollTo({ top: place, behavior: 'instant' });
  };
  const travel = () => {
    [entry, known] = entryOf();
    show();
  };
  const keep = () => {
    note();
    session.set(keys.SCROLL_POSITIONS, Object.fromEntries(Object.entries(places).slice(-MAX_POSITIONS)));
  };

  show();
  addEventListener('scroll', note, { passive: true });
  addEventListener('popstate', travel);
  addEventListener('pagehide', keep);
  addEventListener('click', (event) => {
    if (leavesPage(event) && (event.target as Element).closest('a[data-keep-scroll]'))
      session.set(keys.NEXT_SCROLL_POSITION, Math.round(scrollY));
  });
}

/** Anything else stored there is not an entry id. */
const readPlaces = (): Places => ({ ...(session.get(keys.SCROLL_POSITIONS) as Places | null) });

/** The id of the current history entry, and whether it was shown before. */
function entryOf(): [entry: string, known: boolean] {
  const { state } = history;
  if (state?.lectern) return [state.lectern, true];
  const fresh = Math.random().toString(36).slice(2);
  history.replaceState({ ...state, lectern: fresh }, '');
  return [fresh, false];
}

function takeStay(): unknown {
  const place = session.get(keys.NEXT_SCROLL_POSITION);
  session.set(keys.NEXT_SCROLL_POSITION, null);
  return place;
}
