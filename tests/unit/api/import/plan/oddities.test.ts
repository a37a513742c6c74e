import { describe, expect, it } from 'vitest';
import { chapterBlocks } from '#src/api/import/plan/blocks.ts';
import { previewOf } from '#src/api/import/preview-of.ts';
import { readManuscript } from '#src/api/manuscript/index.ts';

const SENTENCES = [
  'The river rose again.',
  'Mara counted the planks.',
  'Nobody wanted to speak first.',
  'A lamp went out.',
];
const text = (words: number, seed = 0) =>
  Array.from(
    { length: Math.ceil(words / 7) },
    (_, at) => `${SENTENCES[(at + seed) % 4]} ${seed * 100 + at} birds passed.`,
  ).join(' ');

function preview(chapters: readonly (readonly [heading: string, text: string])[]) {
  const body = chapters.map(([heading, paragraph]) => `## ${heading}\n\n${paragraph}`).join('\n\n');
  const book = readManuscript(Buffer.from(`# Raft\n\n${body}\n`), 'raft.md');
  return previewOf(book, { file: 'raft.md', blocks: book.chapters.map(({ html }) => chapterBlocks(html)) });
}
const oddities = (chapters: Parameters<typeof preview>[0]) =>
  preview(chapters).oddities.map(({ kind, chapters: places }) => [kind, places]);

const usual = (count: number, from = 1): [string, string][] =>
  Array.from({ length: count }, (_, at) => [`Chapter ${from + at}`, text(300, from + at)]);

describe('the oddities in an import preview', () => {
  it('are empty for ordinary chapters', () => {
    expect(oddities(usual(5))).toEqual([]);
  });

  it('include a chapter of three words', () => {
    expect(oddities([...usual(3), ['Chapter 4', 'See you soon.'], ...usual(2, 5)])).toEqual([['short', [3]]]);
  });

  it('do not include short chapters in a book of short poems', () => {
    const poems: [string, string][] = Array.from({ length: 8 }, (_, at) => [`Poem ${at}`, `Leaf ${at} fell down.`]);
    expect(oddities(poems)).toEqual([]);
  });

  it('include a chapter of 60,000 words', () => {
    expect(oddities([...usual(3), ['Chapter 4', text(60_000, 9)]])).toEqual([['long', [3]]]);
  });

  it('include a jump in chapter numbers from 12 to 14', () => {
    const { oddities: found } = preview([...usual(12), ...usual(2, 14)]);
    expect(found).toMatchObject(
      [{ kind: 'gap', chapters: [11, 12], message: /After 12 comes 14/ }].map((one) => ({
        ...one,
        message: expect.stringMatching(one.message),
      })),
    );
  });

  it('do not include numbers of a part and a chapter, such as 1.2 and 2.1, or 1.1 and 1.10', () => {
    const numbers = ['1.1', '1.2', '2.1', '2.2', '2.10', '3.1', '4'];
    expect(oddities(numbers.map((number, at): [string, string] => [`Chapter ${number}`, text(300, at + 40)]))).toEqual(
      [],
    );
    const found = ['1.1', '1.2', '3.1'].map((number, at): [string, string] => [
      `Chapter ${number}`,
      text(300, at + 40),
    ]);
    expect(oddities(found)).toEqual([['gap', [1, 2]]]);
  });

  it('do not include chapter numbers that restart in the next part', () => {
    expect(
      oddities([...usual(3), ...usual(3).map(([heading], at): [string, string] => [heading, text(300, 20 + at)])]),
    ).toEqual([]);
  });

  it('include a chapter with the same text as an earlier one', () => {
    const chapters = [...usual(3), ['Chapter 4', text(300, 2)] as const];
    expect(oddities(chapters)).toEqual([['duplicate', [1, 3]]]);
  });

  it('include a chapter number that occurs twice', () => {
    const chapters = [...usual(3), ['Chapter 3', text(300, 30)] as const, ...usual(2, 4)];
    expect(oddities(chapters)).toEqual([['duplicate', [2, 3]]]);
  });

  it('name at most five of the chapters with the same number', () => {
    const chapters = Array.from({ length: 9 }, (_, at) => ['Chapter 3', text(300, at)] as const);
    expect(preview(chapters).oddities.map(({ message }) => message)).toEqual([
      expect.stringMatching(/^The number 3 occurs 9 times: (?:\d "Chapter 3"(?:, | )){5}and 4 more\.$/),
    ]);
  });
});
