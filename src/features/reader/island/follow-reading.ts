import { $lookUp, endLookUp, openChapterPage } from '../links/state.ts';
import {
  loadAhead,
  loadBehind,
  makeCurrent,
  markFirst,
  partInView,
  prefetchNext,
  previousPart,
  setOpenedPart,
  trim,
} from '../loaded-chapters/loaded-chapters.ts';
import { isPaged, pageNumber } from '../paginated/page-columns.ts';
import { type Anchor, anchorAt, locatorOfAnchor, readAnchor, showAnchor } from '../position/anchor.ts';
import { blocksOf } from '../position/blocks.ts';
import { boxAt } from '../position/geometry.ts';
import { anchorOfPlace, hasLeft, savedAnchor, saveInHistoryEntry } from '../position/saved-anchor.ts';
import { type Tracker, trackPosition } from '../position/tracker.ts';
import { setChapter } from '../state/chapter-list.ts';
import { endFurthestOfferAfter } from '../state/furthest-offer.ts';
import { markRead } from '../state/read-chapters.ts';
import { learnPace } from '../state/reading-pace.ts';
import { $chapter, $chapterProgress, $page } from '../state/reading-state.ts';
import { articleOf, currentPart, factsOf } from './articles.ts';
import { type Book, recordPosition } from './record-reading.ts';

/** Progress in a chapter at which the next chapter is prefetched. */
const PREFETCH_AT = 0.6;
/** Progress at which a chapter counts as read. */
const READ_AT = 0.97;

/**
 * Tracks reading while the page moves: determines the current chapter and its progress, loads and removes chapters, and
 * saves the position.
 * @returns the position tracker; its `stop` ends everything started here
 */
export function followReading(book: Book): Tracker {
  const root = document.documentElement;
  const main = document.querySelector('main') ?? document.body;
  // Turns off the browser's scroll anchoring, which differs between browsers. The reader itself keeps the text in place
  // when chapters are inserted above.
  root.style.overflowAnchor = 'none';
  markFirst();
  const first = currentPart();
  const pace = createPaceMeter();

  const update = () => {
    const part = isPaged() ? currentPart() : partInView();
    if (!part) return;
    const changed = $chapter.get()?.id !== factsOf(part).id;
    makeCurrent(part);
    if (changed) enter(part, book);
    const read = progressIn(part);
    $chapterProgress.set(read);
    root.style.setProperty('--read', String(read));
    if (read >= PREFETCH_AT) prefetchNext(part);
    if (read >= READ_AT) markRead(book.id, factsOf(part).number);
  };
  const rested = (anchor: Anchor) => {
    update();
    pace();
    trim();
    const current = inCurrentPart(anchor);
    saveInHistoryEntry(current);
    recordPosition(book, currentPart(), locatorOfAnchor(current));
  };
  const tracker = trackPosition(main, {
    moved(up) {
      update();
      loadAhead();
      if (up) loadBehind();
    },
    rested,
  });
  const opened = first && (anchorAfterReturn(first, book.id) ?? savedAnchor(first, book.id));
  const scrolledTo = opened && hasLeft(opened) ? readAnchor() : null;
  if (opened && !scrolledTo) void open(opened, first);
  // The chapter that the visitor opened counts as current even if it is so short that the middle of the window shows
  // the next one.
  if (first) setOpenedPart(first);
  update();
  if (scrolledTo) rested(scrolledTo);
  loadAhead();
  return {
    ...tracker,
    stop() {
      tracker.stop();
      root.style.overflowAnchor = '';
    },
  };
}

/**
 * Returns the anchor, or the beginning of the current chapter if the anchor is in another chapter: the end of the
 * previous chapter may be visible above the current one.
 */
function inCurrentPart(anchor: Anchor): Anchor {
  const part = currentPart();
  const article = part && articleOf(part);
  const [block] = article && !part.contains(anchor.block) ? blocksOf(article) : [];
  return article && block ? anchorAt(article, block, 0, block.getBoundingClientRect().top) : anchor;
}

/**
 * Shows a position. If its line cannot be shown as far down in the window as before, inserts the previous chapter above
 * it.
 */
async function open(anchor: Anchor, part: HTMLElement): Promise<void> {
  showAnchor(anchor);
  const isThere = isPaged() || boxAt(anchor.block, anchor.offset).top > anchor.top - 2;
  if (isThere || scrollY > 0 || !(await previousPart(part))) return;
  showAnchor(anchor);
}

/**
 * The line that contains the followed link, if the visitor has returned from the link's target on another page;
 * otherwise null.
 */
function anchorAfterReturn(part: HTMLElement, bookId: number): Anchor | null {
  const from = openChapterPage(bookId, factsOf(part).id, location.hash);
  return from && anchorOfPlace(part, from);
}

/** Ends the look-up if the visitor reads past the chapter that was looked up. */
function endLookUpAfter({ number }: { readonly number: number }): void {
  const before = $chapter.get();
  if (before && before.id === $lookUp.get()?.at && number > before.number) endLookUp();
}

function enter(part: HTMLElement, book: Book): void {
  const facts = factsOf(part);
  endLookUpAfter(facts);
  endFurthestOfferAfter(facts.number);
  setChapter(facts.number);
  $chapter.set(facts);
  recordPosition(book, part);
}

/** The fraction of a chapter that has been read, 0 to 1. It is 1 when the end of the chapter is visible. */
function progressIn(part: HTMLElement): number {
  if (isPaged()) {
    const { index, count } = pageNumber(part);
    const page = $page.get();
    if (page?.index !== index || page.count !== count) $page.set({ index, count });
    return count > 1 ? index / (count - 1) : 1;
  }
  if ($page.get()) $page.set(null);
  const { top, height } = part.getBoundingClientRect();
  const hidden = height - innerHeight;
  return hidden > 0 ? Math.min(1, Math.max(0, -top / hidden)) : Number(top <= 0);
}

/** Measures the reading pace from the number of words read between two calls. */
function createPaceMeter(): () => void {
  let before = { id: 0, read: 0, at: 0 };
  return () => {
    const chapter = $chapter.get();
    if (!chapter) return;
    const now = { id: chapter.id, read: $chapterProgress.get(), at: performance.now() };
    const words = (now.read - before.read) * chapter.words;
    if (now.id === before.id && words > 0) learnPace(words, now.at - before.at);
    before = now;
  };
}
