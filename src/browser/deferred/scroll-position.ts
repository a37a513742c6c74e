import { session } from './json-storage.ts';
import { leavesPage } from './link-click.ts';

const PLACES = 'lectern:places';
const STAY = 'lectern:stay';
const MOST = 100;

type Places = Record<string, number>;

/**
 * Where each entry of the tab's history was scrolled to (product 2). Back and forward lead to the same place; a new page
 * begins at its top or its hash, unless the link that led there carries `data-keep-scroll`.
 */
export function keepScrollPositions(): void {
  history.scrollRestoration = 'manual';
  const places = readPlaces();
  let [entry, known] = entryOf();

  // Places are counted in heights, and what is not laid out yet has none (src/styles/below-first-screen.css).
  const layOutAll = () => document.documentElement.toggleAttribute('data-whole', true);
  const note = () => {
    layOutAll();
    delete places[entry];
    places[entry] = Math.round(scrollY);
  };
  const show = () => {
    const place = known ? places[entry] : takeStay();
    // A chapter finds its own line (src/browser/inline/restore-position.ts).
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
    session.set(PLACES, Object.fromEntries(Object.entries(places).slice(-MOST)));
  };

  show();
  addEventListener('scroll', note, { passive: true });
  addEventListener('popstate', travel);
  addEventListener('pagehide', keep);
  addEventListener('click', (event) => {
    if (leavesPage(event) && (event.target as Element).closest('a[data-keep-scroll]'))
      session.set(STAY, Math.round(scrollY));
  });
}

/** What else is kept there has no name of an entry. */
const readPlaces = (): Places => ({ ...(session.get(PLACES) as Places | null) });

/** The name of the entry of the tab's history that is shown, and whether it was shown before. */
function entryOf(): [entry: string, known: boolean] {
  const { state } = history;
  if (state?.lectern) return [state.lectern, true];
  const fresh = Math.random().toString(36).slice(2);
  history.replaceState({ ...state, lectern: fresh }, '');
  return [fresh, false];
}

function takeStay(): unknown {
  const place = session.get(STAY);
  session.set(STAY, null);
  return place;
}
