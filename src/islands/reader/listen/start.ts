import { isPaged, pageShown } from '../pages/pager.ts';
import { type Edge, firstIndex, pageEdge, topEdge } from '../position/geometry.ts';
import { rangeIn } from '../text/ranges.ts';
import type { Sentence } from './sentences.ts';

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
