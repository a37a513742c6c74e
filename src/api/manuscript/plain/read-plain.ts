import { titleOf } from '../headings/heading.ts';
import { parseHeading } from '../headings/parse.ts';
import { type LeftOut, leftOut } from '../types.ts';
import { chapterBlocks } from './blocks.ts';
import { withoutBoilerplate } from './boilerplate.ts';
import { type Candidate, candidatesIn, titlesAfterGaps } from './candidates.ts';
import { hasText, planOf } from './chapters.ts';
import { withoutContents } from './contents.ts';
import { readFront } from './front.ts';
import { chapterHtml } from './html.ts';
import { type Line, RULE, textsWithout } from './lines.ts';
import { patternCandidates } from './pattern.ts';
import { type Shape, shapeOf } from './shape.ts';
import { withSubtitles } from './subtitles.ts';

/** A chapter of plain text. */
export interface PlainChapter {
  /** Undefined for text before the first heading, and between rules. */
  readonly title: string | undefined;
  /** Set if the heading has no word for "chapter". The title is then the text after the number. */
  readonly number: number | undefined;
  readonly part: string | undefined;
  /** `section`: not numbered, such as a preface or an epilogue. */
  readonly kind: 'chapter' | 'section';
  /** Before sanitising. */
  readonly html: string;
}

export interface PlainText {
  readonly title: string | undefined;
  readonly author: string | undefined;
  readonly description: string | undefined;
  readonly tags: readonly string[];
  /** BCP 47 tag; undefined unless the text declares one. */
  readonly language: string | undefined;
  /** BCP 47 tag of the language of most headings that begin with a label; undefined if there are none. */
  readonly headingLanguage: string | undefined;
  readonly chapters: readonly PlainChapter[];
  readonly by: 'headings' | 'rules' | 'nothing';
  readonly leftOut: readonly LeftOut[];
}

/** Reads a plain text. @param pattern the operator's pattern for lines that begin a chapter */
export function readPlainText(all: readonly Line[], pattern?: string): PlainText {
  const cleaned = withoutBoilerplate(all);
  const lines = withoutContents(cleaned.lines, keysOfLine);
  const shape = shapeOf(lines);
  const { chapters, parts } = planOf(
    pattern === undefined ? candidatesIn(lines, shape) : patternCandidates(lines, pattern),
    lines,
  );
  const first = [...chapters, ...parts].toSorted((a, b) => a.at - b.at)[0];
  const front = readFront(lines, first?.at);
  const body = withoutTitle(front.lines, front.title);
  return {
    title: cleaned.fields.get('title') ?? front.title,
    author: cleaned.fields.get('author') ?? front.author,
    description: front.description,
    tags: front.tags,
    language: languageNamed(cleaned.fields.get('language')),
    headingLanguage: languageOf(chapters),
    leftOut: [
      ...cleaned.leftOut,
      ...leftOut('Table of contents', textsWithout(cleaned.lines, lines)),
      ...leftOut('Title page and fields about the book', textsWithout(lines, front.lines)),
    ],
    ...chaptersOf(body, pattern),
  };
}

function languageOf(headings: readonly Candidate[]): string | undefined {
  const languages = Map.groupBy(headings, ({ heading }) => heading.language);
  languages.delete('');
  return [...languages].toSorted(([, a], [, b]) => b.length - a.length)[0]?.[0];
}

/**
 * Finds headings with a number or a common word. If the text has neither such headings nor rules, finds titles by the
 * space above them.
 */
function headingsOf(lines: readonly Line[], shape: Shape): Candidate[] {
  const headings = withSubtitles(candidatesIn(lines, shape), lines, shape);
  const { chapters, parts } = planOf(headings, lines);
  const hasRules = lines.filter(({ text }) => text !== '' && RULE.test(text)).length >= 2;
  return chapters.length > 0 || parts.length > 0 || hasRules ? headings : titlesAfterGaps(lines);
}

const EMPTY: Line = { text: '', indent: 0, width: 0 };

/**
 * Returns the key of a line that may be a heading, followed by the keys of other headings that it may stand for: "1.
 * The Ford" in a contents list may stand for the heading "1", but a labelled heading does not stand for the number of a
 * scene.
 */
function keysOfLine(text: string): readonly string[] {
  const heading = text === '' || text.length > 160 ? undefined : parseHeading(text);
  if (!heading) return [];
  const { level, unit, value, title } = heading;
  const chapter = `chapter ${value}`;
  const alone = `bare ${unit} ${value}`;
  if (level === 'bare') return title === '' ? [alone, chapter] : [chapter, alone];
  return [`${level} ${value ?? titleOf(heading).toLowerCase()}`];
}

/** Removes the title that a title page repeats before the first chapter. */
function withoutTitle(lines: readonly Line[], title: string | undefined): Line[] {
  const at = lines.findIndex(({ text }) => text !== '');
  const isRepeated = title !== undefined && lines[at]?.text.toLowerCase() === title.toLowerCase();
  return isRepeated ? lines.slice(at + 1) : [...lines];
}

function chaptersOf(lines: readonly Line[], pattern: string | undefined): Pick<PlainText, 'chapters' | 'by'> {
  const shape = shapeOf(lines);
  const all = pattern === undefined ? headingsOf(lines, shape) : patternCandidates(lines, pattern);
  const plan = planOf(all, lines);
  if (plan.chapters.length === 0 && plan.parts.length === 0) return atRules(lines, shape);
  const starts = [...plan.chapters, ...plan.parts].toSorted((a, b) => a.at - b.at);
  const inner = new Map(plan.inner.map((candidate) => [candidate.at, candidate]));
  const dropped = new Set(
    plan.dropped.flatMap(({ at, end }) => Array.from({ length: end - at }, (_, index) => at + index)),
  );
  const keptLines = lines.map((line, at) => (dropped.has(at) ? EMPTY : line));
  const parts = new Set(plan.parts);
  const chapters: PlainChapter[] = [];
  const add = (start: Candidate | undefined, part: string | undefined, range: readonly [number, number]) => {
    const html = htmlOf(keptLines, range, { shape, inner, key: `c${chapters.length}` });
    const isNumbered = start !== undefined && start.heading.level !== 'matter' && !parts.has(start);
    if (start === undefined && html === '') return;
    const isBare = start?.heading.level === 'bare';
    const number = isBare && !start.heading.place ? start.heading.value : undefined;
    chapters.push({
      title: start && titleOf(start.heading),
      number,
      part,
      kind: isNumbered ? 'chapter' : 'section',
      html,
    });
  };
  add(undefined, undefined, [0, starts[0]?.at ?? lines.length]);
  let part: string | undefined;
  let outer: { readonly unit: string; readonly title: string } | undefined;
  for (const [index, start] of starts.entries()) {
    const range = [start.end, starts[index + 1]?.at ?? lines.length] as const;
    const ofPart = start.heading.part;
    if (ofPart)
      part =
        ofPart.title === '' ? ofPart.label : `${ofPart.label}${start.heading.keepsLabel ? ' ' : ': '}${ofPart.title}`;
    if (!parts.has(start)) {
      add(start, part, range);
      continue;
    }
    // If "BOOK ONE" is right above "PART I", the book contains the part.
    const previous = starts[index - 1];
    const isWithin =
      previous !== undefined &&
      parts.has(previous) &&
      previous.heading.unit !== start.heading.unit &&
      !hasText(keptLines, previous.end, start.at);
    if (isWithin) outer = { unit: start.heading.unit, title: titleOf(previous.heading) };
    else if (outer && outer.unit !== start.heading.unit) outer = undefined;
    part = outer ? `${outer.title} – ${titleOf(start.heading)}` : titleOf(start.heading);
    if (hasText(keptLines, range[0], range[1])) add(start, part, range);
  }
  return { chapters, by: 'headings' };
}

interface Context {
  readonly shape: Shape;
  readonly inner: ReadonlyMap<number, Candidate>;
  readonly key: string;
}

/** A chapter with fewer lines is too short to measure its layout, so it usually uses the layout of the file. */
const MIN_LINES = 12;

function htmlOf(lines: readonly Line[], [from, to]: readonly [number, number], { shape, inner, key }: Context): string {
  const own = lines.slice(from, to);
  const filled = own.filter(({ text }) => text !== '').length;
  const ownShape = shapeOf(own, shape);
  const effectiveShape =
    filled >= MIN_LINES || (ownShape.paragraphIndent > 0 && filled > 1) || !ownShape.hasGaps
      ? { ...ownShape, wrapWidth: ownShape.wrapWidth ?? shape.wrapWidth }
      : shape;
  const blocks = [];
  let start = from;
  for (let at = from; at <= to; at += 1) {
    const heading = inner.get(at);
    if (heading === undefined && at < to) continue;
    blocks.push(...chapterBlocks(lines.slice(start, at), effectiveShape));
    if (heading) blocks.push({ kind: 'heading' as const, text: lines[at]?.text ?? '' });
    start = at + 1;
  }
  while (blocks.at(-1)?.kind === 'rule') blocks.pop();
  while (blocks[0]?.kind === 'rule') blocks.shift();
  return chapterHtml(blocks, key);
}

/** Divides a text without headings at its rules if it has at least two. Otherwise it is one chapter. */
function atRules(lines: readonly Line[], shape: Shape): Pick<PlainText, 'chapters' | 'by'> {
  const rules = lines.flatMap(({ text }, at) => (text !== '' && RULE.test(text) ? [at] : []));
  const cuts = rules.length >= 2 ? rules : [];
  const ranges = [-1, ...cuts].map((at, index): [number, number] => [at + 1, cuts[index] ?? lines.length]);
  const chapters = ranges
    .map((range, index) => ({
      title: undefined,
      number: undefined,
      part: undefined,
      kind: 'chapter' as const,
      html: htmlOf(lines, range, { shape, inner: new Map(), key: `c${index}` }),
    }))
    .filter(({ html }) => html !== '');
  return { chapters, by: cuts.length > 0 ? 'rules' : 'nothing' };
}

const NAMES: Readonly<Record<string, string>> = {
  english: 'en',
  spanish: 'es',
  portuguese: 'pt',
  french: 'fr',
  german: 'de',
  italian: 'it',
  dutch: 'nl',
  polish: 'pl',
  russian: 'ru',
  ukrainian: 'uk',
  turkish: 'tr',
  arabic: 'ar',
  hindi: 'hi',
  chinese: 'zh',
  japanese: 'ja',
  korean: 'ko',
  vietnamese: 'vi',
  indonesian: 'id',
  tagalog: 'fil',
  filipino: 'fil',
  thai: 'th',
  finnish: 'fi',
  swedish: 'sv',
  danish: 'da',
  norwegian: 'nb',
  czech: 'cs',
  hungarian: 'hu',
  greek: 'el',
  latin: 'la',
  esperanto: 'eo',
  catalan: 'ca',
  welsh: 'cy',
  hebrew: 'he',
};

const languageNamed = (name: string | undefined) => NAMES[name?.toLowerCase().trim() ?? ''];
