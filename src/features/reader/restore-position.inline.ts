import { HISTORY } from '#src/shell/state/storage-keys.ts';
import { blocksOf, pointAt } from './position/blocks.ts';
import { OPENED_AT } from './position/opened-at.ts';

/**
 * Scrolls to the line where the visitor left the chapter, before first paint. After hydration, the reader checks the
 * hash of the line's text.
 */
interface Position {
  readonly block: number;
  readonly offset: number;
  /** Distance of the line from the top of the window, in px. */
  readonly top?: number;
  readonly chapter?: number;
}

/** An entry of the reading history, with the last and the furthest place in a book. */
interface Entry {
  readonly chapter?: { readonly id: number; readonly place?: Position } | null;
  readonly furthest?: Pick<Entry, 'chapter'>;
}

const article = document.querySelector<HTMLElement>('[data-reader-text]');
const chapter = Number(article?.dataset['chapter']);

function fromHistory(): Position | undefined {
  try {
    const entries: readonly (Entry | null)[] = JSON.parse(localStorage.getItem(HISTORY) as string);
    const places = entries.flatMap((entry) => [entry?.chapter, entry?.furthest?.chapter]);
    return places.find((place) => place?.id === chapter)?.place;
  } catch {
    return undefined;
  }
}

function show(page: HTMLElement, { left, top }: DOMRect, position: Required<Position>): void {
  if (document.documentElement.dataset['flow'] !== 'pages') scrollBy(0, top - position.top);
  else page.scrollLeft = Math.floor((left - page.getBoundingClientRect().left) / page.clientWidth) * page.clientWidth;
  // The reader compares `y` with the scroll position to detect that the visitor scrolled before the reader started.
  history.replaceState({ ...history.state, place: { ...position, y: scrollY } }, '');
}

const entryPosition: Position | undefined = history.state?.place;
const position = entryPosition?.chapter === chapter ? entryPosition : location.hash ? undefined : fromHistory();
if (article && position && position.block + position.offset > 0) {
  const block = blocksOf(article)[position.block];
  const point = block && pointAt(block, position.offset);
  if (point) {
    const range = new Range();
    range.setStart(point.node, point.offset);
    show(article.parentElement as HTMLElement, range.getBoundingClientRect(), { top: OPENED_AT, ...position, chapter });
  }
}
