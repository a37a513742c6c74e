import { blocksOf } from '#src/lib/blocks.ts';
import { setChapter } from '#src/stores/chapter-list.ts';
import { endFurthestOfferAfter } from '#src/stores/furthest-offer.ts';
import { $lookUp, endLookUp, openChapterPage } from '#src/stores/look-up.ts';
import { markRead } from '#src/stores/read-chapters.ts';
import { learnPace } from '#src/stores/reading-pace.ts';
import { $chapter, $chapterProgress, $page } from '#src/stores/reading-state.ts';
import { articleOf, currentPart, factsOf } from './articles.ts';
import {
  choose,
  loadAhead,
  loadBehind,
  makeCurrent,
  markFirst,
  partInView,
  prefetchNext,
  previousPart,
  trim,
} from './loaded-chapters/loaded-chapters.ts';
import { isPaged, pageNumber } from './paginated/page-columns.ts';
import { type Anchor, anchorAt, locatorOfAnchor, showAnchor } from './position/anchor.ts';
import { boxAt } from './position/geometry.ts';
import { anchorOfPlace, savedAnchor, saveInHistoryEntry } from './position/saved-anchor.ts';
import { type Tracker, trackPosition } from './position/tracker.ts';
import { type Book, recordPosition } from './record-reading.ts';

/** The next chapter is asked for when so much of this one is read. */
const PREFETCH_AT = 0.6;
/** A chapter read so far counts as read. */
const READ_AT = 0.97;

/**
 * Ties the page's movement together: which chapter is read and how far, what flows in and out, the place that is kept.
 * @returns the tracker of the place; `stop` ends all of it
 */
export function followReading(book: Book): Tracker {
  const root = document.documentElement;
  const main = document.querySelector('main') ?? document.body;
  // Text that comes in above is held in place here, in every browser alike.
  root.style.overflowAnchor = 'none';
  markFirst();
  const first = currentPart();
  const pace = createPaceMeter();

  const look = () => {
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
  const tracker = trackPosition(main, {
    moved(up) {
      look();
      loadAhead();
      if (up) loadBehind();
    },
    rested(anchor) {
      look();
      pace();
      trim();
      const kept = ofCurrent(anchor);
      saveInHistoryEntry(kept);
      recordPosition(book, currentPart(), locatorOfAnchor(kept));
    },
  });
  const opened = first && (cameBack(first, book.id) ?? savedAnchor(first, book.id));
  if (opened) void open(opened, first);
  // A short chapter that was opened is read, though the middle of the window is in the one after it.
  if (first) choose(first);
  look();
  loadAhead();
  return {
    ...tracker,
    stop() {
      tracker.stop();
      root.style.overflowAnchor = '';
    },
  };
}

/** The end of a chapter may show above the one that is read; the place is one in the latter. */
function ofCurrent(anchor: Anchor): Anchor {
  const part = currentPart();
  const article = part && articleOf(part);
  const [block] = article && !part.contains(anchor.block) ? blocksOf(article) : [];
  return article && block ? anchorAt(article, block, 0, block.getBoundingClientRect().top) : anchor;
}

/** Where the line stood lower than its page lets it, the chapter above comes back first. */
async function open(anchor: Anchor, part: HTMLElement): Promise<void> {
  showAnchor(anchor);
  const isThere = isPaged() || boxAt(anchor.block, anchor.offset).top > anchor.top - 2;
  if (isThere || scrollY > 0 || !(await previousPart(part))) return;
  showAnchor(anchor);
}

/** The line where a link of the book was followed, for who comes back to it from another page. */
function cameBack(part: HTMLElement, bookId: number): Anchor | null {
  const from = openChapterPage(bookId, factsOf(part).id, location.hash);
  return from && anchorOfPlace(part, from);
}

/** Who reads on from what was looked up into the next chapter reads there. */
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

/** How much of a chapter is read, 0 to 1; 1 when its end shows. */
function progressIn(part: HTMLElement): number {
  if (isPaged()) {
    const { index, count } = pageNumber(part);
    const known = $page.get();
    if (known?.index !== index || known.count !== count) $page.set({ index, count });
    return count > 1 ? index / (count - 1) : 1;
  }
  if ($page.get()) $page.set(null);
  const { top, height } = part.getBoundingClientRect();
  const hidden = height - innerHeight;
  return hidden > 0 ? Math.min(1, Math.max(0, -top / hidden)) : Number(top <= 0);
}

/** Measures how fast the words of a chapter go by. */
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
