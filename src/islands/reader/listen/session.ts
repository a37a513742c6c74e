import { type SpeechText, type SpeechView, startListening, stopListening } from '#src/stores/listening.ts';
import { platform } from '#src/stores/platform.ts';
import { articlesShown, chapterOf, currentArticle } from '../articles.ts';
import { nextArticle } from '../loaded-chapters/loaded-chapters.ts';
import { isPaged, pageShown } from '../paginated/page-columns.ts';
import { type Edge, firstIndex, pageEdge, topEdge } from '../position/geometry.ts';
import { paint } from '../text/highlight-layers.ts';
import { LISTEN_ON } from '../text/listen-on.ts';
import { rangeIn } from '../text/ranges.ts';
import { isInView, reveal } from '../text/reveal.ts';
import { type Sentence, sentencesOf } from './sentences.ts';

/** The visitor moved the page and looks elsewhere: the page stays there until the voice is in view again. */
let isAway = false;
/** When the page was last moved, by hand or by what the hand set off: a fling goes on long after the finger left. */
let movedAt = Number.NEGATIVE_INFINITY;

/** The page has come to rest when it was not moved for so long, ms. */
const REST_MS = 300;
/** What moves a page by hand; a page that the voice moves makes none of these. */
const BY_HAND = ['wheel', 'touchmove', 'keydown'] as const;
const MOVING_KEYS = new Set(['PageUp', 'PageDown', 'Home', 'End', 'ArrowUp', 'ArrowDown', ' ']);

for (const type of BY_HAND) {
  addEventListener(
    type,
    (event) => {
      if (event instanceof KeyboardEvent && !MOVING_KEYS.has(event.key)) return;
      isAway = true;
      movedAt = performance.now();
    },
    { passive: true },
  );
}
addEventListener(
  'scroll',
  () => {
    if (isAway) movedAt = performance.now();
  },
  { passive: true, capture: true },
);

/**
 * Whether the page may move to the sentence being read. A sentence that shows only because the page has not yet moved
 * as far as the visitor wants does not call the page back.
 */
export function follows(range: Range): boolean {
  if (isAway && performance.now() - movedAt > REST_MS && isInView(range)) isAway = false;
  return !isAway;
}

/** Asked for by the visitor: the page moves to the voice again. */
export function followAgain(): void {
  isAway = false;
}

/** Follows the link to the next chapter where it could not flow in; false after the last chapter. */
export function leaveForNext(article: HTMLElement | undefined): boolean {
  const href = article?.closest<HTMLElement>('[data-next]')?.dataset['next'];
  if (href === undefined) return false;
  platform().tabStorage.set(LISTEN_ON, href);
  platform().goTo(href);
  return true;
}

/** Index of the first sentence that begins in view; of the last one where all are above it. */
export function firstInView(sentences: readonly Sentence[]): number {
  const page = isPaged() ? pageShown() : null;
  const edge: Edge = page ? pageEdge(page) : topEdge;
  const index = firstIndex(sentences.length, (at) => {
    const sentence = sentences[at];
    const range = sentence && rangeIn(sentence.block, sentence.start, sentence.start + 1);
    return range ? edge.reaches(range.getBoundingClientRect()) : false;
  });
  return Math.max(0, Math.min(index, sentences.length - 1));
}

const known = new WeakMap<HTMLElement, readonly Sentence[]>();

function sentencesIn(article: HTMLElement): readonly Sentence[] {
  const sentences = known.get(article) ?? sentencesOf(article, article.lang);
  known.set(article, sentences);
  return sentences;
}

function scriptOf(article: HTMLElement): SpeechText {
  const sentences = sentencesIn(article).map(({ said }) => said);
  return { chapterId: chapterOf(article), language: article.lang, sentences };
}

/** A chapter that was taken out of the page and came back is another element. */
const articleOf = ({ chapterId }: SpeechText) => articlesShown().find((article) => chapterOf(article) === chapterId);

const stage: SpeechView = {
  show(script, index) {
    const article = articleOf(script);
    const sentence = index === null || !article ? undefined : sentencesIn(article)[index];
    const range = sentence ? rangeIn(sentence.block, sentence.start, sentence.end) : null;
    paint('lectern-read', range ? [range] : []);
    if (range && follows(range)) reveal(range);
  },
  async next(script) {
    const article = articleOf(script);
    // A locked chapter ends with its opening, and so does the reading.
    if (article?.closest('[data-locked]')) return null;
    const next = article ? await nextArticle(article) : null;
    if (next) return scriptOf(next);
    return leaveForNext(article) ? new Promise<never>(() => {}) : null;
  },
};

/** Reads the chapter in view aloud, from the first sentence that shows. */
export function listenHere(): void {
  const article = currentArticle();
  if (article) startListening(scriptOf(article), firstInView(sentencesIn(article)), stage);
}

/** Reads the page's chapter from its beginning. */
export function listenFromStart(): void {
  const [article] = articlesShown();
  if (article) startListening(scriptOf(article), 0, stage);
}

/** The voice belongs to the page: a page that is left falls silent. */
addEventListener('pagehide', () => stopListening());
