import { type Highlight, MARK_COLOURS, type Mark } from '#src/contract/entities/marks.ts';
import { CHAPTER_EVENT } from '#src/shell/state/browser-events.ts';
import { $marks } from '#src/shell/state/local-storage.ts';
import { articlesShown, chapterOf } from '../island/articles.ts';
import { setMarkAt } from '../text/clicks.ts';
import { paint } from '../text/highlight-layers.ts';
import { rangeOfMark } from './mark-ranges.ts';
import { $lostMarks, marksOfBook } from './state.ts';

interface Shown {
  readonly mark: Mark;
  readonly range: Range;
}
let shown: readonly Shown[] = [];

/**
 * Highlights the book's marks in the loaded chapters. Updates the highlights when marks or chapters change. Returns a
 * function that stops the updates.
 */
export function showMarks(bookId: number): () => void {
  const draw = () => drawMarks(marksOfBook($marks.get(), bookId));
  const stop = $marks.subscribe(draw);
  document.addEventListener(CHAPTER_EVENT, draw);
  setMarkAt(markAt);
  return () => {
    stop();
    document.removeEventListener(CHAPTER_EVENT, draw);
  };
}

function drawMarks(marks: readonly Mark[]): void {
  const articles = new Map(articlesShown().map((article) => [chapterOf(article), article]));
  const ranges: Shown[] = [];
  const lost = new Set<string>();
  for (const mark of marks) {
    const article = articles.get(mark.chapter.id);
    const range = article ? rangeOfMark(article, mark) : undefined;
    if (range) ranges.push({ mark, range });
    if (range === null) lost.add(mark.id);
  }
  shown = ranges;
  $lostMarks.set(lost);
  for (const colour of MARK_COLOURS) paint(`lectern-${colour}`, rangesOf(colour));
}

const rangesOf = (colour: Highlight['colour']): Range[] =>
  shown.flatMap(({ mark, range }) => (mark.kind === 'highlight' && mark.colour === colour ? [range] : []));

/** The highlight at a point of the window; the shortest if several overlap. */
function markAt(x: number, y: number): Mark | undefined {
  const isIn = ({ range }: Shown) =>
    [...range.getClientRects()].some((box) => x >= box.left && x <= box.right && y >= box.top && y <= box.bottom);
  return shown
    .filter((painted) => painted.mark.kind === 'highlight' && isIn(painted))
    .sort((a, b) => a.mark.text.length - b.mark.text.length)[0]?.mark;
}
