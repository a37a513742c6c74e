import { blocksOf, textNodesOf } from '#src/lib/blocks.ts';

/** A sentence of a chapter: what is said, and where it stands in its block's text. */
export interface Sentence {
  readonly said: string;
  readonly block: Element;
  readonly start: number;
  readonly end: number;
}

/** Voices of the network fall silent in longer ones. */
const LONGEST = 240;
/** Stands for letters that are shown but not read aloud; no text has it. */
const UNSAID = '\u2060';
const SILENT = 'rt, rp, sup a[href^="#"], a[href^="#"] sup';
/** After these a sentence goes on, though the rules of Unicode see its end there. */
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
        const sentence = { said: saidOf(piece), block, start, end: start + piece.trimEnd().length };
        start += piece.length;
        return sentence.said === '' ? [] : [sentence];
      });
  });
}

/** The lines a block is broken into: of verse each is read by itself. Together they are as long as the block's text. */
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

/** As long as the text itself. A line end in the file is none in the sentence. */
function spoken(text: Text, block: Element): string {
  const silent = text.parentElement?.closest(SILENT);
  return silent && block.contains(silent) ? UNSAID.repeat(text.length) : text.data.replaceAll(/\s/gu, ' ');
}

/** Without a letter or digit there is nothing to say. */
function saidOf(piece: string): string {
  const said = piece.replaceAll(UNSAID, '').replaceAll(/\s+/gu, ' ').trim();
  return /[\p{L}\p{N}]/u.test(said) ? said : '';
}

function splitter(language: string): (text: string) => string[] {
  if (!('Segmenter' in Intl)) return (text) => cut(text);
  const segmenter = new Intl.Segmenter(language, { granularity: 'sentence' });
  return (text) => joined([...segmenter.segment(text)].map(({ segment }) => segment)).flatMap(cut);
}

function joined(pieces: readonly string[]): string[] {
  const whole: string[] = [];
  for (const piece of pieces) {
    const before = whole.at(-1);
    if (before !== undefined && ABBREVIATED.test(before)) whole[whole.length - 1] = before + piece;
    else whole.push(piece);
  }
  return whole;
}

/** A long sentence in parts that end at a comma or, where there is none, at a space. */
function cut(sentence: string): string[] {
  const parts: string[] = [];
  let rest = sentence;
  while (rest.length > LONGEST) {
    const window = rest.slice(0, LONGEST);
    const at = Math.max(...['; ', ': ', ', ', '；', '：', '，', '、', '— '].map((sign) => endOf(window, sign)));
    const end = at > LONGEST / 4 ? at : endOf(window, ' ') || LONGEST;
    parts.push(rest.slice(0, end));
    rest = rest.slice(end);
  }
  return [...parts, rest];
}

function endOf(text: string, sign: string): number {
  const at = text.lastIndexOf(sign);
  return at < 0 ? 0 : at + sign.length;
}
