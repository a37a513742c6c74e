import { diffArrays, diffWordsWithSpace } from 'diff';
import { paragraphsOf } from '../saving/merge-texts.ts';

/** A part of a changed paragraph. */
export interface Part {
  readonly kind: 'same' | 'added' | 'removed';
  readonly text: string;
}

/** A paragraph of a comparison, or several unchanged ones. */
export type Compared =
  | { readonly kind: 'same'; readonly paragraphs: readonly string[] }
  | { readonly kind: 'changed'; readonly parts: readonly Part[] };

/** Compares two texts by paragraph, and the changed paragraphs by word. */
export function compareTexts(before: string, after: string): Compared[] {
  const compared: Compared[] = [];
  let removed: string[] = [];
  let added: string[] = [];
  const flush = () => {
    compared.push(...changedParagraphs(removed, added));
    [removed, added] = [[], []];
  };
  for (const change of diffArrays(shownParagraphs(before), shownParagraphs(after))) {
    if (change.removed) removed.push(...change.value);
    else if (change.added) added.push(...change.value);
    else {
      flush();
      compared.push({ kind: 'same', paragraphs: change.value });
    }
  }
  flush();
  return compared;
}

/** The paragraphs of a text. HTML paragraphs without attributes are shown without their tags. */
const shownParagraphs = (text: string): string[] =>
  paragraphsOf(text)
    .map((paragraph) => /^<p>((?:(?!<p>).)*)<\/p>$/s.exec(paragraph)?.[1] ?? paragraph)
    .filter((paragraph) => paragraph !== '');

/** The share of words that two paragraphs must have in common to be compared by word. */
const MIN_SIMILARITY = 0.4;
/** Maximum number of pairs of paragraphs whose similarity is computed. Longer changes are paired by position. */
const MAX_PAIRS = 10_000;

/** Pairs each removed paragraph with the added one that replaces it. */
function changedParagraphs(removed: readonly string[], added: readonly string[]): Compared[] {
  const isShort = removed.length * added.length <= MAX_PAIRS;
  const [before, after] = [removed.map(bagOf), added.map(bagOf)];
  const compared: Compared[] = [];
  let next = 0;
  for (const [index, paragraph] of removed.entries()) {
    const at = isShort
      ? after.findIndex((bag, other) => other >= next && similarity(before[index] ?? new Map(), bag) >= MIN_SIMILARITY)
      : Math.min(next, added.length);
    const match = added[at];
    if (match === undefined) {
      compared.push(whole('removed', paragraph));
      continue;
    }
    compared.push(...added.slice(next, at).map((text) => whole('added', text)));
    compared.push({ kind: 'changed', parts: partsOf(paragraph, match) });
    next = at + 1;
  }
  return [...compared, ...added.slice(next).map((text) => whole('added', text))];
}

const whole = (kind: 'added' | 'removed', text: string): Compared => ({ kind: 'changed', parts: [{ kind, text }] });

type Bag = ReadonlyMap<string, number>;

/** Counts the words of a paragraph, or its characters in scripts without spaces. */
function bagOf(text: string): Bag {
  const bag = new Map<string, number>();
  for (const [word] of text.matchAll(WORD)) bag.set(word, (bag.get(word) ?? 0) + 1);
  return bag;
}

const WORD = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]|[\p{L}\p{N}\p{M}]+/gu;

const sizeOf = (bag: Bag) => [...bag.values()].reduce((sum, count) => sum + count, 0);

/** The share of words that two paragraphs have in common, from 0 to 1. */
function similarity(one: Bag, other: Bag): number {
  let common = 0;
  for (const [word, count] of one) common += Math.min(count, other.get(word) ?? 0);
  return (2 * common) / Math.max(1, sizeOf(one) + sizeOf(other));
}

/** Longer comparisons of two paragraphs are aborted; the paragraphs are then shown as replaced. */
const MAX_MS = 200;

const segmenter = 'Segmenter' in Intl ? new Intl.Segmenter(undefined, { granularity: 'word' }) : undefined;

function partsOf(before: string, after: string): Part[] {
  const options = { timeout: MAX_MS, ...(segmenter && { intlSegmenter: segmenter }) };
  const changes = diffWordsWithSpace(before, after, options);
  if (changes === undefined)
    return [
      { kind: 'removed', text: before },
      { kind: 'added', text: after },
    ];
  return changes.map(({ value, added, removed }) => ({
    kind: added ? 'added' : removed ? 'removed' : 'same',
    text: value,
  }));
}
