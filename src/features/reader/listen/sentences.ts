import { isLabel } from '../links/book-link.ts';
import { blocksOf, textNodesOf } from '../position/blocks.ts';

/** A sentence of a chapter: the words to say, and its range in the block's text. */
export interface Sentence {
  readonly words: string;
  readonly block: Element;
  readonly start: number;
  readonly end: number;
}

/** Maximum length of a sentence, because voices that run on a server stop in the middle of longer sentences. */
const MAX_CHARACTERS = 240;
/** Placeholder for characters that are not read aloud. It never occurs in a text. */
const PLACEHOLDER = '\u2060';
const SILENT = 'rt, rp, sup a[href*="#"], a[href*="#"] sup, .text-note-back';
/** Links that may refer to a note, in this chapter or another. */
const REFERENCE = 'a[href*="#"]';
/**
 * A text that ends with an abbreviation after which the sentence continues, although Unicode segmentation ends it
 * there.
 */
const ABBREVIATED =
  /(?:^|[\s(“"'])(?:Mrs?|Ms|Dr|St|Prof|Sr|Jr|Sra|Srta|Mme|Mlle|Hr|Fr|Nr|No|Vol|vs|etc|[A-Z])\.["”’]?\s*$/;

/** The sentences of an article in reading order. */
export function sentencesOf(article: Element, language: string): Sentence[] {
  const split = splitter(language);
  return blocksOf(article).flatMap((block) => {
    let start = 0;
    return linesOf(block)
      .flatMap(split)
      .flatMap((piece) => {
        const sentence = { words: wordsOf(piece), block, start, end: start + piece.trimEnd().length };
        start += piece.length;
        return sentence.words === '' ? [] : [sentence];
      });
  });
}

/**
 * Splits a block at its line breaks, so that each line of verse is read as a sentence. The lengths of the lines add up
 * to the length of the block's text.
 */
function linesOf(block: Element): string[] {
  const breaks = [...block.querySelectorAll('br')];
  const lines: string[] = [];
  let passed = 0;
  for (const text of textNodesOf(block)) {
    const before = breaks.filter(
      (line) => line.compareDocumentPosition(text) & Node.DOCUMENT_POSITION_FOLLOWING,
    ).length;
    if (lines.length === 0 || before > passed) lines.push('');
    lines[lines.length - 1] += spoken(text, block);
    passed = before;
  }
  return lines;
}

/**
 * The text as it is read aloud, with the same length as the original. White space, including line breaks in the source,
 * becomes a space, so that line breaks do not end a sentence.
 */
function spoken(text: Text, block: Element): string {
  return isSilent(text, block) ? PLACEHOLDER.repeat(text.length) : text.data.replaceAll(/\s/gu, ' ');
}

function isSilent({ parentElement }: Text, block: Element): boolean {
  const reference = parentElement?.closest(REFERENCE);
  const silent = reference && isLabel(reference) ? reference : parentElement?.closest(SILENT);
  return silent !== null && silent !== undefined && block.contains(silent);
}

/** The words of a piece to read aloud; empty if it has no letters or digits. */
function wordsOf(piece: string): string {
  const words = piece.replaceAll(PLACEHOLDER, '').replaceAll(/\s+/gu, ' ').trim();
  return /[\p{L}\p{N}]/u.test(words) ? words : '';
}

function splitter(language: string): (text: string) => string[] {
  if (!('Segmenter' in Intl)) return (text) => cut(text);
  const segmenter = new Intl.Segmenter(language, { granularity: 'sentence' });
  return (text) => joinAbbreviations([...segmenter.segment(text)].map(({ segment }) => segment)).flatMap(cut);
}

function joinAbbreviations(pieces: readonly string[]): string[] {
  const sentences: string[] = [];
  for (const piece of pieces) {
    const before = sentences.at(-1);
    if (before !== undefined && ABBREVIATED.test(before)) sentences[sentences.length - 1] = before + piece;
    else sentences.push(piece);
  }
  return sentences;
}

/** Splits a long sentence at commas, or else at spaces. */
function cut(sentence: string): string[] {
  const parts: string[] = [];
  let remainder = sentence;
  while (remainder.length > MAX_CHARACTERS) {
    const window = remainder.slice(0, MAX_CHARACTERS);
    const at = Math.max(...['; ', ': ', ', ', '；', '：', '，', '、', '— '].map((sign) => endOf(window, sign)));
    const end = at > MAX_CHARACTERS / 4 ? at : endOf(window, ' ') || MAX_CHARACTERS;
    parts.push(remainder.slice(0, end));
    remainder = remainder.slice(end);
  }
  return [...parts, remainder];
}

function endOf(text: string, sign: string): number {
  const at = text.lastIndexOf(sign);
  return at < 0 ? 0 : at + sign.length;
}
