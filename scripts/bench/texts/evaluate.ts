import { parseHTML } from 'linkedom';
import { readManuscript } from '#src/api/manuscript/index.ts';
import type { GeneratedBook } from './generate.ts';
import type { ExpectedBlock } from './verse.ts';

/** Size of one step of indentation in the generated texts, in em. */
const EM_PER_STEP = 2;

/** The result of importing a generated book. */
export interface Outcome {
  readonly name: string;
  /** `asked`: the import asked for confirmation instead of guessing. */
  readonly result: 'right' | 'asked' | 'wrong';
  readonly reason: string;
}

export function evaluate(book: GeneratedBook): Outcome {
  const reason = differenceOf(book);
  return { name: book.name, result: reason === '' ? 'right' : reason === 'asked' ? 'asked' : 'wrong', reason };
}

/** Counts the chapters that the import finds in a text. */
export const countChapters = ({ bytes, name }: GeneratedBook): number =>
  readManuscript(bytes, `${name}.txt`).chapters.length;

function differenceOf({ bytes, name, language, title, author, chapters }: GeneratedBook): string {
  const book = readManuscript(bytes, `${name.replaceAll('/', '_')}.txt`);
  if (book.doubts?.some(({ isQuestion }) => isQuestion)) return 'asked';
  if (book.language !== language) return `language ${book.language} (${book.encoding})`;
  if (book.title !== title) return `title "${book.title}"`;
  if (book.authors.join() !== author) return `author "${book.authors.join()}"`;
  const [actual, expected] = [book.chapters, chapters];
  if (actual.length !== expected.length)
    return `${actual.length} chapters instead of ${expected.length}: ${actual.map((one) => one.title).join(' / ')}`;
  for (const [index, one] of expected.entries()) {
    const other = actual[index];
    if (other?.title !== one.title) return `chapter title "${other?.title}" instead of "${one.title}"`;
    if (other.kind !== one.kind) return `"${one.title}" is a ${other.kind}`;
    if ((other.part ?? '') !== (one.part ?? '')) return `part "${other.part}" instead of "${one.part}"`;
    const paragraphs = blocksOf(other.html);
    const texts = one.blocks.map((block) => writtenOf(block).normalize('NFC'));
    const at = texts.findIndex((text, place) => paragraphs[place] !== text);
    if (at >= 0 || paragraphs.length !== texts.length)
      return `"${one.title}": ${paragraphs.length} blocks instead of ${texts.length}; "${paragraphs[at]?.slice(0, 120)}" instead of "${texts[at]?.slice(0, 120)}"`;
  }
  return '';
}

/**
 * Formats a block of generated or imported text, so that both can be compared: headings with `#`, lines of verse with
 * their indentation.
 */
function writtenOf(block: ExpectedBlock): string {
  if (typeof block === 'string') return block;
  if ('scene' in block) return `# ${block.scene}`;
  return block.verse.map(({ text, indent }) => `|${indent} ${text}`).join(' ');
}

function blocksOf(html: string): string[] {
  const { document } = parseHTML(`<!doctype html><html><body>${html}</body></html>`);
  return [...document.body.children].map((element) => {
    const text = element.textContent.trim();
    if (/^H\d$/.test(element.tagName)) return `# ${text}`.normalize('NFC');
    if (!element.classList.contains('text-verse')) return text.normalize('NFC');
    const lines = [...element.querySelectorAll('.text-line')].map((line) => {
      const indent = Number(/text-indent-(\d+)/.exec(line.className)?.[1] ?? 0);
      return `|${indent / EM_PER_STEP} ${line.textContent.trim()}`;
    });
    return lines.join(' ').normalize('NFC');
  });
}
