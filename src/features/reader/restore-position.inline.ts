import { HISTORY } from '#src/shell/state/storage-keys.ts';
import { blocksOf, pointAt } from './position/blocks.ts';
import { OPENED_AT } from './position/opened-at.ts';

/** A line of a chapter. */
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

function fromHistory(chapter: number): Position | undefined {
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

/**
 * Scrolls to the line where the visitor left the chapter, before first paint. After hydration, the reader checks the
 * hash of the line's text.
 */
function restore(): void {
  const article = document.querySelector<HTMLElement>('[data-reader-text]');
  const chapter = Number(article?.dataset['chapter']);
  const entryPosition: Position | undefined = history.state?.place;
  const position =
    entryPosition?.chapter === chapter ? entryPosition : location.hash ? undefined : fromHistory(chapter);
  if (!article || !position || position.block + position.offset <= 0) return;
  const block = blocksOf(article)[position.block];
  const point = block && pointAt(block, position.offset);
  if (!point) return;
  const range = new Range();
  range.setStart(point.node, point.offset);
  show(article.parentElement as HTMLElement, range.getBoundingClientRect(), { top: OPENED_AT, ...position, chapter });
}

/**
 * The element after the text. This script precedes the text, and browsers call `connectedCallback` as soon as they have
 * read the element, without waiting for a file. Only Chromium stops reading at a style sheet in the body, so in other
 * browsers the position may have to wait for it.
 */
class ReaderEnd extends HTMLElement {
  connectedCallback(): void {
    const sheets = [...document.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet]')];
    const pending = sheets.findLast(({ sheet }) => !sheet);
    if (!pending) restore();
    for (const type of ['load', 'error']) pending?.addEventListener(type, restore, { once: true });
  }
}
customElements.define('reader-end', ReaderEnd);
