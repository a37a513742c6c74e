import { parseFragment } from 'parse5';
import { textOf } from '#src/api/epub/tree.ts';
import { readManuscript } from '#src/api/manuscript/index.ts';
import type { GeneratedBook } from './generate.ts';

/** The result of importing a generated book. */
export interface Outcome {
  readonly name: string;
  /** `asked`: the import asked instead of guessing. */
  readonly result: 'right' | 'asked' | 'wrong';
  readonly reason: string;
}

export function evaluate(book: GeneratedBook): Outcome {
  const reason = differenceOf(book);
  return { name: book.name, result: reason === '' ? 'right' : reason === 'asked' ? 'asked' : 'wrong', reason };
}

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
    const paragraphs = paragraphsOf(other.html);
    const texts = one.paragraphs.map((text) => text.normalize('NFC'));
    const at = texts.findIndex((text, place) => paragraphs[place] !== text);
    if (at >= 0 || paragraphs.length !== texts.length)
      return `"${one.title}": ${paragraphs.length} paragraphs instead of ${texts.length}; "${paragraphs[at]?.slice(0, 80)}" instead of "${texts[at]?.slice(0, 80)}"`;
  }
  return '';
}

const paragraphsOf = (html: string) =>
  parseFragment(html)
    .childNodes.filter(({ nodeName }) => nodeName !== '#text')
    .map((node) =>
      textOf(node as Parameters<typeof textOf>[0])
        .trim()
        .normalize('NFC'),
    );
