import type { BookLanguage } from './book-language.ts';
import { encode, LEGACY, UNICODE } from './encodings.ts';
import { LANGUAGES } from './languages.ts';
import { PROSE } from './prose.ts';
import { type ExpectedBlock, stanzaOf, verseLines } from './verse.ts';

export interface ExpectedChapter {
  readonly title: string;
  readonly part: string | undefined;
  readonly kind: 'chapter' | 'section';
  readonly blocks: readonly ExpectedBlock[];
}

export interface GeneratedBook {
  readonly name: string;
  readonly bytes: Uint8Array;
  readonly language: string;
  readonly title: string;
  readonly author: string;
  readonly chapters: readonly ExpectedChapter[];
}

type Layout = 'gaps' | 'indent' | 'tabs' | 'lines' | 'wrapped' | 'wrapped-indent' | 'wide-gaps';
const LAYOUTS: readonly Layout[] = ['gaps', 'indent', 'tabs', 'lines', 'wrapped', 'wrapped-indent', 'wide-gaps'];
const EAST = /^(?:zh|ja|th)/;
const ROMAN = ['I', 'II', 'III', 'IV', 'V', 'VI', 'VII', 'VIII'];

/** Returns a generator of numbers that are the same in each run (mulberry32). */
function randomOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

/** Generates books in every language. Forms of headings, layouts and encodings take turns; extras are random. */
export function generateBooks(perLanguage = 20): GeneratedBook[] {
  return Object.entries(LANGUAGES).flatMap(([language, book], row) =>
    Array.from({ length: perLanguage }, (_, index) => generate(language, book, row * 1000 + index)),
  );
}

const LOOKALIKE_LAYOUTS = ['gaps', 'lines', 'wrapped'] as const;

/** Generates texts without chapters that are full of sentences that look like headings. */
export function generateLookalikes(): GeneratedBook[] {
  return Object.entries(LANGUAGES).flatMap(([language, book], row) =>
    LOOKALIKE_LAYOUTS.map((layout, index) => {
      const random = randomOf(row * 1000 + index + 500);
      const prose = PROSE[language] ?? [];
      const blocks = book.lookalikes.flatMap((sentence) => [
        prose[Math.floor(random() * prose.length)] ?? '',
        sentence,
        prose[Math.floor(random() * prose.length)] ?? '',
      ]);
      const chapters = [{ title: book.title, part: undefined, kind: 'chapter' as const, blocks }];
      const written = language === 'th' && layout === 'wrapped' ? 'gaps' : layout;
      const text = [book.title, book.byline, '', ...laidOut(blocks, written, language)].join('\n');
      const { title, author } = book;
      return { name: `lookalikes-${language}-${layout}`, bytes: Buffer.from(text), language, title, author, chapters };
    }),
  );
}

function generate(language: string, book: BookLanguage, seed: number): GeneratedBook {
  const index = seed % 1000;
  const random = randomOf(seed + 1);
  const form = book.forms[index % book.forms.length] ?? '';
  const layouts = EAST.test(language)
    ? LAYOUTS.filter((layout) => layout !== 'wrapped-indent' && (language !== 'th' || !layout.startsWith('wrapped')))
    : LAYOUTS;
  const layout = layouts[index % layouts.length] ?? 'gaps';
  const encodings = [...(LEGACY[language] ?? []), ...UNICODE];
  const encoding = encodings[(index * 7 + seed) % encodings.length] ?? 'utf-8';
  const extras = {
    matter: random() < 0.5,
    parts: random() < 0.25,
    lookalikes: random() < 0.7,
    contents: random() < 0.25,
    footer: random() < 0.25,
    roman: !form.includes('$') && /^(?:en|es|pt|fr|de|it|nl|pl)$/.test(language) && random() < 0.3,
    verse: random() < 0.4,
    scenes: random() < 0.3,
  };
  const sentences = (PROSE[language] ?? []).map((sentence) => typed(sentence, encoding));
  const take = () => sentences[Math.floor(random() * sentences.length)] ?? '';
  const chapters: (ExpectedChapter & { heading: string; partHeading?: string })[] = [];
  const body = (first: boolean) => {
    const blocks: ExpectedBlock[] = Array.from({ length: 4 + Math.floor(random() * 5) }, () =>
      random() < 0.4 ? take() : EAST.test(language) ? take() + take() : `${take()} ${take()}`,
    );
    if (extras.lookalikes && !first)
      blocks.splice(
        1 + Math.floor(random() * 2),
        0,
        typed(book.lookalikes[Math.floor(random() * book.lookalikes.length)] ?? '', encoding),
      );
    if (extras.verse && random() < 0.7) {
      const stanzas = Array.from({ length: 1 + Math.floor(random() * 2) }, () => ({
        verse: stanzaOf(take() + (EAST.test(language) ? '' : ' ') + take() + take(), language, random),
      }));
      blocks.splice(1 + Math.floor(random() * 2), 0, ...stanzas);
    }
    // A chapter heading may consist of only a number, so scenes then have numbers of another kind.
    const isRoman = form.startsWith('#') ? !extras.roman : seed % 2 === 0;
    if (extras.scenes && !first) {
      const middle = Math.ceil(blocks.length / 2);
      const [one, two] = isRoman ? ['I', 'II'] : ['1', '2'];
      return [{ scene: one ?? '' }, ...blocks.slice(0, middle), { scene: two ?? '' }, ...blocks.slice(middle)];
    }
    return blocks;
  };
  if (extras.matter)
    chapters.push({
      heading: book.prologue,
      title: book.prologue,
      part: undefined,
      kind: 'section',
      blocks: body(true),
    });
  let part: string | undefined;
  const count = 4 + Math.floor(random() * 4);
  for (let number = 1; number <= count; number += 1) {
    let partHeading: string | undefined;
    if (extras.parts && (number === 1 || number === 4)) {
      partHeading = numbered(book.part, number === 1 ? 1 : 2, book);
      part = partHeading;
    }
    const title = typed(book.titles[number - 1] ?? '', encoding);
    const heading = typed(headingOf(form, number, title, book, extras.roman), encoding);
    chapters.push({
      heading,
      title: titleOf(form, heading, number, title, book),
      part,
      kind: 'chapter',
      blocks: body(false),
      ...(partHeading === undefined ? {} : { partHeading }),
    });
  }
  if (extras.matter) {
    chapters.push({ heading: book.epilogue, title: book.epilogue, part, kind: 'section', blocks: body(true) });
    const side = typed(book.sideStory, encoding);
    chapters.push({
      heading: side,
      title: side.replace(/ : /, ': ').replace('　', ' '),
      part,
      kind: 'section',
      blocks: body(true),
    });
  }
  const head = [typed(book.title, encoding), typed(book.byline, encoding), ''];
  const contents = extras.contents
    ? [typed(book.contents, encoding), '', ...chapters.map(({ heading }) => heading), '', '']
    : [];
  const lines = [...head, ...contents];
  for (const chapter of chapters) {
    if (chapter.partHeading !== undefined) lines.push('', chapter.partHeading, '');
    lines.push('', chapter.heading, '', ...laidOut(chapter.blocks, layout, language), '');
    if (extras.footer) lines.push(FOOTERS[seed % FOOTERS.length] ?? '', '');
  }
  const text = lines.join(seed % 3 === 0 ? '\r\n' : '\n');
  const name = `${language}-${index}-${layout}-${encoding}-${form.replaceAll(/\s/g, '')}${Object.entries(extras)
    .filter(([, on]) => on)
    .map(([key]) => `+${key}`)
    .join('')}`;
  return {
    name,
    bytes: encode(text, encoding).bytes,
    language,
    title: typed(book.title, encoding),
    author: typed(book.author, encoding),
    chapters,
  };
}

const FOOTERS = [
  'Visit www.example-novels.com for the latest chapters',
  'Previous Chapter | Next Chapter',
  'https://example.org/read/12345',
];

/** Replaces characters that the encoding lacks with those that people would type instead. */
const typed = (text: string, encoding: string): string => encode(text, encoding).text;

function numbered(form: string, number: number, book: BookLanguage): string {
  return form.replace('#', String(number)).replace('$', book.words[number - 1] ?? '');
}

function headingOf(form: string, number: number, title: string, book: BookLanguage, isRoman: boolean): string {
  const digits = isRoman ? (ROMAN[number - 1] ?? '') : String(number);
  const word = book.words[number - 1] ?? '';
  const isUpper = /^\p{Lu}{3,}/u.test(form);
  return form
    .replace('#', digits)
    .replace(
      '$',
      isUpper ? word.toLocaleUpperCase(book.label.startsWith('B') && book.label.includes('ö') ? 'tr' : 'en') : word,
    )
    .replace('@', title);
}

function titleOf(form: string, heading: string, number: number, title: string, book: BookLanguage): string {
  const rest = form.includes('@') ? title : '';
  if (book.label === '') {
    const plain = heading.replace(/^正文 /, '').replace(/^【(.+)】(.*)$/, '$1 $2');
    const label = rest === '' ? plain : plain.slice(0, plain.indexOf(rest)).replace(/[\s:：.「【—–-]+$/u, '');
    if (rest === '') return label;
    return /[\p{Script=Han}\p{Script=Hangul}]/u.test(label)
      ? `${label} ${form.includes('「') ? `「${rest}」` : rest}`
      : `${label}: ${rest}`;
  }
  const isReversed = /^(?:#\. |\$ )/.test(form);
  const word = book.label.replace(' #', '');
  const base = /Hồi/.test(form)
    ? 'Hồi #'
    : isReversed && (form.startsWith('#') || word === 'Bölüm')
      ? `#. ${word}`
      : book.label;
  const label = base.replace('#', String(number));
  return rest === '' ? label : `${label}: ${rest}`;
}

function laidOut(blocks: readonly ExpectedBlock[], layout: Layout, language: string): string[] {
  const isEast = EAST.test(language);
  const space = isEast && language !== 'th' ? '　　' : '    ';
  const lines: string[] = [];
  for (const block of blocks) {
    if (typeof block === 'string') {
      lines.push(...paragraphLines(block, layout, isEast, space));
      continue;
    }
    if (lines.at(-1) !== '') lines.push('');
    if ('scene' in block) lines.push(block.scene);
    else lines.push(...verseLines(block.verse, MARGINS[layout], space));
    lines.push('');
  }
  return lines;
}

/** Indentation of verse in each layout, in steps. It is greater than that of paragraphs. */
const MARGINS: Readonly<Record<Layout, number>> = {
  gaps: 1,
  indent: 2,
  tabs: 2,
  lines: 0,
  wrapped: 1,
  'wrapped-indent': 2,
  'wide-gaps': 0,
};

function paragraphLines(text: string, layout: Layout, isEast: boolean, space: string): string[] {
  if (layout === 'lines') return [text];
  if (layout === 'indent') return [space + text];
  if (layout === 'tabs') return [`\t${text}`];
  if (layout === 'wide-gaps') return [text, '', ''];
  if (layout === 'wrapped') return [...wrap(text, isEast ? 36 : 72), ''];
  if (layout === 'wrapped-indent') return wrap(`    ${text}`, 66);
  return [text, ''];
}

function wrap(text: string, width: number): string[] {
  if (/[\u3000-\u9fff]/.test(text))
    return Array.from({ length: Math.ceil(text.length / width) }, (_, at) => text.slice(at * width, (at + 1) * width));
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(/(?<=\S)\s/)) {
    if (line !== '' && line.length + 1 + word.length > width) {
      lines.push(line);
      line = word;
    } else line = line === '' ? word : `${line} ${word}`;
  }
  return [...lines, line];
}
