import { type SpeechText, type SpeechView, startListening, stopListening } from '#src/stores/listening.ts';
import { articlesShown, chapterOf, currentArticle } from '../articles.ts';
import { nextArticle } from '../flow/flow.ts';
import { paint } from '../text/paint.ts';
import { rangeIn } from '../text/ranges.ts';
import { reveal } from '../text/reveal.ts';
import { follows } from './following.ts';
import { leaveForNext } from './next-page.ts';
import { type Sentence, sentencesOf } from './sentences.ts';
import { firstInView } from './start.ts';

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
