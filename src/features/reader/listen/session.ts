import { platform } from '#src/shell/state/platform.ts';
import * as keys from '#src/shell/state/storage-keys.ts';
import { articlesShown, chapterOf, currentArticle } from '../island/articles.ts';
import { nextArticle } from '../loaded-chapters/loaded-chapters.ts';
import { isPaged, pageShown } from '../paginated/page-columns.ts';
import { type Edge, firstIndex, pageEdge, topEdge } from '../position/geometry.ts';
import { paint } from '../text/highlight-layers.ts';
import { rangeIn } from '../text/ranges.ts';
import { isInView, reveal } from '../text/reveal.ts';
import { type Sentence, sentencesOf } from './sentences.ts';
import { type SpeechText, type SpeechView, startListening, stopListening } from './state/listening.ts';

/**
 * Whether the visitor has scrolled away from the sentence being read. The page then does not follow the voice until
 * this sentence is in view again.
 */
let isAway = false;
/** When the visitor last moved the page, including the momentum after a swipe. */
let movedAt = Number.NEGATIVE_INFINITY;

/** After this long without movement, the page is considered to be at rest. */
const REST_MS = 300;
/** Events by which visitors move the page. Scrolling by script fires none of them. */
const VISITOR_EVENTS = ['wheel', 'touchmove', 'keydown'] as const;
const MOVING_KEYS = new Set(['PageUp', 'PageDown', 'Home', 'End', 'ArrowUp', 'ArrowDown', ' ']);

for (const type of VISITOR_EVENTS) {
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
 * Whether the page may scroll to the sentence being read. A sentence that comes into view while the page is still
 * moving does not end `isAway`.
 */
export function follows(range: Range): boolean {
  if (isAway && performance.now() - movedAt > REST_MS && isInView(range)) isAway = false;
  return !isAway;
}

/** Makes the page follow the voice again, because the visitor has used a playback button. */
export function followAgain(): void {
  isAway = false;
}

/**
 * Opens the page of the next chapter, because this chapter could not be loaded into the current page. Returns false
 * after the last chapter.
 */
export function leaveForNext(article: HTMLElement | undefined): boolean {
  const href = article?.closest<HTMLElement>('[data-next]')?.dataset['next'];
  if (href === undefined) return false;
  platform().tabStorage.set(keys.LISTEN_ON, href);
  platform().goTo(href);
  return true;
}

/**
 * Index of the first sentence that begins in view. If all sentences are above the window, the index of the last
 * sentence.
 */
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

const sentenceCache = new WeakMap<HTMLElement, readonly Sentence[]>();

function sentencesIn(article: HTMLElement): readonly Sentence[] {
  const sentences = sentenceCache.get(article) ?? sentencesOf(article, article.lang);
  sentenceCache.set(article, sentences);
  return sentences;
}

function speechTextOf(article: HTMLElement): SpeechText {
  const sentences = sentencesIn(article).map(({ words }) => words);
  return { chapterId: chapterOf(article), language: article.lang, sentences };
}

/**
 * The element of the chapter being read. It is searched for each time, because a chapter that was removed and loaded
 * again is a new element.
 */
const articleOf = ({ chapterId }: SpeechText) => articlesShown().find((article) => chapterOf(article) === chapterId);

const view: SpeechView = {
  show(text, index) {
    const article = articleOf(text);
    const sentence = index === null || !article ? undefined : sentencesIn(article)[index];
    const range = sentence ? rangeIn(sentence.block, sentence.start, sentence.end) : null;
    paint('lectern-read', range ? [range] : []);
    if (range && follows(range)) reveal(range);
  },
  async next(text) {
    const article = articleOf(text);
    // Reading ends at the end of a locked chapter's free preview.
    if (article?.closest('[data-locked]')) return null;
    const next = article ? await nextArticle(article) : null;
    if (next) return speechTextOf(next);
    return leaveForNext(article) ? new Promise<never>(() => {}) : null;
  },
};

/** Reads the current chapter aloud, from the first visible sentence. */
export function listenHere(): void {
  const article = currentArticle();
  if (article) startListening(speechTextOf(article), firstInView(sentencesIn(article)), view);
}

/** Reads the page's first chapter aloud from its beginning. */
export function listenFromStart(): void {
  const [article] = articlesShown();
  if (article) startListening(speechTextOf(article), 0, view);
}

/** Stops the voice when the visitor leaves the page. */
addEventListener('pagehide', () => stopListening());
