import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ImportedBook } from '#src/api/epub/index.ts';
import { applyCorrections, beginningsIn } from '#src/api/import/plan/apply.ts';
import { chapterBlocks } from '#src/api/import/plan/blocks.ts';
import type { PlannedChapter } from '#src/api/import/plan/types.ts';
import { readManuscript } from '#src/api/manuscript/index.ts';
import { examples } from '../../../../slow-tests.ts';

const read = (text: string, file = 'raft.md') => readManuscript(Buffer.from(text), file);

const RAFT = `# The Raft

## Rain

It rained for days[^1] on the river.

The raft held.

See [the end](#the-end) and [snow](#snow).

## Snow

Then it snowed[^2].

Nobody spoke[^3].

## The End

Back to [rain](#rain).

[^1]: Four days.

[^2]: Wet snow.

[^3]: Except the dog.
`;

const whole = (book: ImportedBook, chapter: number) => ({
  chapter,
  from: 0,
  to: chapterBlocks(book.chapters[chapter]?.html ?? '').blocks.length,
});

const asRead = (book: ImportedBook): PlannedChapter[] =>
  book.chapters.map(({ title, part = null, kind }, index) => ({ title, part, kind, pieces: [whole(book, index)] }));

const planned = (title: string, pieces: PlannedChapter['pieces']): PlannedChapter => ({
  title,
  part: null,
  kind: 'chapter',
  pieces,
});

/** All links within the book whose target does not exist. */
function brokenLinks({ chapters }: ImportedBook): string[] {
  const ids = chapters.map(({ html }) => new Set([...html.matchAll(/ id="([\w-]+)"/g)].map(([, id]) => id)));
  return chapters.flatMap(({ html }, own) =>
    [...html.matchAll(/ href="(?:epub-chapter:(\d+))?(?:#([\w-]+))?"/g)].flatMap(([link, chapter, id]) => {
      const target = ids[chapter === undefined ? own : Number(chapter)];
      return target && (id === undefined || target.has(id)) ? [] : [link];
    }),
  );
}

describe('applyCorrections', () => {
  it('does not change the book if there are no corrections, or the chapter plan equals the chapters of the file', () => {
    const book = read(RAFT);
    expect(applyCorrections(book, {})).toEqual(book);
    expect(applyCorrections(book, { chapters: asRead(book) })).toEqual(book);
  });

  it('can replace the title, author and language, which changes the fingerprint but not the identifier', () => {
    const book = { ...read(RAFT), isManuscript: false };
    const corrected = applyCorrections(book, { title: ' The  Weir', author: 'Mara Lind', language: 'de' });
    expect(corrected).toMatchObject({ title: 'The Weir', authors: ['Mara Lind'], language: 'de' });
    expect(corrected.identifier).toBe(book.identifier);
    expect(corrected.fingerprint).not.toBe(book.fingerprint);
  });

  it('can merge chapters: notes move to the end, and links to the second chapter lead to its first block', () => {
    const book = read(RAFT);
    const { chapters } = applyCorrections(book, {
      chapters: [planned('Weather', [whole(book, 0), whole(book, 1)]), planned('End', [whole(book, 2)])],
    });
    expect(chapters.map(({ title, words }) => [title, words])).toEqual([
      ['Weather', (book.chapters[0]?.words ?? 0) + (book.chapters[1]?.words ?? 0)],
      ['End', book.chapters[2]?.words],
    ]);
    const [weather = '', end = ''] = chapters.map(({ html }) => html);
    expect(weather.match(/<aside/g)).toHaveLength(3);
    expect(weather.indexOf('<aside')).toBeGreaterThan(weather.indexOf('Nobody spoke'));
    expect(weather).toContain('href="epub-chapter:1">the end');
    expect(weather).toContain('<a href="#b-chapter-1">snow');
    expect(weather).toContain('<p id="b-chapter-1">Then it snowed');
    expect(end).toContain('href="epub-chapter:0">rain');
    expect(brokenLinks({ ...book, chapters })).toEqual([]);
  });

  it('can split a chapter, with each note in the part that refers to it', () => {
    const book = read(RAFT);
    const { chapters } = applyCorrections(book, {
      chapters: [
        planned('Rain', [whole(book, 0)]),
        planned('Snow', [{ chapter: 1, from: 0, to: 1 }]),
        planned('Silence', [{ chapter: 1, from: 1, to: 2 }]),
        planned('End', [whole(book, 2)]),
      ],
    });
    expect(chapters.map(({ words }) => words)).toEqual([book.chapters[0]?.words, 7, 7, book.chapters[2]?.words]);
    expect(chapters[1]?.html).toContain('Wet snow');
    expect(chapters[1]?.html).not.toContain('Except the dog');
    expect(chapters[2]?.html).toContain('Except the dog');
    expect(chapters[2]?.html).not.toContain('Wet snow');
    expect(chapters[0]?.html).toContain('href="epub-chapter:3">the end');
    expect(brokenLinks({ ...book, chapters })).toEqual([]);
  });

  it('can omit chapters, which removes the links to them', () => {
    const book = read(RAFT);
    const { chapters } = applyCorrections(book, { chapters: [planned('Rain', [whole(book, 0)])] });
    expect(chapters).toHaveLength(1);
    expect(chapters[0]?.html).toContain('<a>the end</a>');
    expect(chapters[0]?.html).toContain('Four days');
  });

  it('can reorder chapters and rename parts', () => {
    const book = read(RAFT);
    const [rain, snow, end] = asRead(book);
    if (!rain || !snow || !end) throw new Error('three chapters expected');
    const { chapters } = applyCorrections(book, { chapters: [end, { ...snow, part: 'Winter' }, rain] });
    expect(chapters.map(({ title, part }) => [title, part])).toEqual([
      [book.chapters[2]?.title, undefined],
      [book.chapters[1]?.title, 'Winter'],
      [book.chapters[0]?.title, undefined],
    ]);
    expect(chapters[0]?.html).toContain('href="epub-chapter:2">rain');
    expect(chapters[2]?.html).toContain('href="epub-chapter:0">the end');
  });

  it('renames ids that occur in both of two merged chapters', () => {
    const note = (text: string) =>
      `<p>${text}<a class="text-note-ref" href="#b-n1" id="b-r1">[1]</a></p><aside class="text-note" id="b-n1"><p><a class="text-note-back" href="#b-r1">[1]</a> On ${text}.</p></aside>`;
    const chapters = ['rain', 'snow'].map((title) => ({
      title,
      kind: 'chapter' as const,
      html: note(title),
      words: 4,
    }));
    const book = { ...read(RAFT), chapters };
    const merged = applyCorrections(book, { chapters: [planned('Both', [whole(book, 0), whole(book, 1)])] });
    const html = merged.chapters[0]?.html ?? '';
    const ids = [...html.matchAll(/ id="([\w-]+)"/g)].map(([, id]) => id);
    expect(new Set(ids).size).toBe(4);
    expect(brokenLinks(merged)).toEqual([]);
    expect(html).toMatch(/href="#(b-n1-2)" id="b-r1-2".*id="\1"><p><a class="text-note-back" href="#b-r1-2">/);
  });

  it('omits images that only omitted chapters show', () => {
    const image = (id: string) => ({ id, type: 'image/png' as const, read: async () => new Uint8Array() });
    const html = (id: string) => `<p><img src="epub-image:${id}" alt=""></p>`;
    const [a, b] = ['0123456789abcdef', 'fedcba9876543210'];
    const chapters = [a, b].map((id) => ({
      title: id ?? '',
      kind: 'chapter' as const,
      html: html(id ?? ''),
      words: 1,
    }));
    const book = { ...read(RAFT), chapters, images: [image(a ?? ''), image(b ?? '')] };
    const { images } = applyCorrections(book, { chapters: [planned('One', [whole(book, 1)])] });
    expect(images.map(({ id }) => id)).toEqual([b]);
  });

  it.each<[string, PlannedChapter[], RegExp]>([
    ['no chapters', [], /no chapters/],
    ['a missing title', [planned(' ', [{ chapter: 0, from: 0, to: 1 }])], /no title/],
    ['no pieces', [planned('A', [])], /has no text/],
    ['an unknown chapter', [planned('A', [{ chapter: 9, from: 0, to: 1 }])], /does not exist/],
    ['blocks beyond the end', [planned('A', [{ chapter: 0, from: 0, to: 99 }])], /blocks 0 to 3/],
    ['an empty range', [planned('A', [{ chapter: 0, from: 1, to: 1 }])], /blocks 1 to 1/],
    [
      'a block used twice',
      [
        planned('A', [
          { chapter: 0, from: 0, to: 2 },
          { chapter: 0, from: 1, to: 3 },
        ]),
      ],
      /twice/,
    ],
    ['a title that is too long', [planned('A'.repeat(301), [{ chapter: 0, from: 0, to: 1 }])], /301 characters/],
  ])('rejects a plan with %s', (_, chapters, message) => {
    expect(() => applyCorrections(read(RAFT), { chapters })).toThrow(message);
  });

  it('rejects a merged chapter above the maximum length', () => {
    const html = `<p>${'word '.repeat(60_000)}</p>`;
    const chapters = ['A', 'B'].map((title) => ({ title, kind: 'chapter' as const, html, words: 60_000 }));
    const book = { ...read(RAFT), chapters };
    expect(() => applyCorrections(book, { chapters: [planned('All', [whole(book, 0), whole(book, 1)])] })).toThrow(
      /limit is 512 KiB/,
    );
  });

  it('returns the same book if each chapter is divided into pieces and merged again in the same order', () => {
    fc.assert(
      fc.property(bookText, fc.infiniteStream(fc.double({ min: 0, max: 1, noNaN: true })), (text, stream) => {
        const book = read(text);
        const chapters = asRead(book).map((chapter) => ({
          ...chapter,
          pieces: chapter.pieces.flatMap((piece) => cutUp(piece, () => stream.next().value ?? 0)),
        }));
        expect(applyCorrections(book, { chapters })).toEqual(book);
      }),
      { numRuns: examples(80) },
    );
  });

  it('keeps every block, note and link for any splitting, merging and reordering of chapters', () => {
    fc.assert(
      fc.property(bookText, fc.infiniteStream(fc.double({ min: 0, max: 1, noNaN: true })), (text, stream) => {
        const book = read(text);
        const random = () => stream.next().value ?? 0;
        const pieces = asRead(book)
          .flatMap((chapter) => chapter.pieces.flatMap((piece) => cutUp(piece, random)))
          .map((piece) => ({ piece, at: random() }))
          .toSorted((a, b) => a.at - b.at)
          .map(({ piece }) => piece);
        const chapters: PlannedChapter[] = [];
        for (const piece of pieces) {
          const last = chapters.at(-1);
          if (last && random() < 0.4) chapters[chapters.length - 1] = { ...last, pieces: [...last.pieces, piece] };
          else chapters.push(planned(`Chapter ${chapters.length + 1}`, [piece]));
        }
        const corrected = applyCorrections(book, { chapters });
        expect(brokenLinks(corrected)).toEqual([]);
        expect(shownTexts(corrected)).toEqual(shownTexts(book));
        for (const { html } of corrected.chapters)
          for (const [, id] of html.matchAll(/class="text-note-ref" href="#([\w-]+)"/g))
            expect(html).toContain(`<aside class="text-note" id="${id}"`);
      }),
      { numRuns: examples(200) },
    );
  });
});

describe('a chapter of a single element', () => {
  const bookOf = (html: string): ImportedBook => ({
    ...read(RAFT),
    chapters: [{ title: 'All', kind: 'chapter', html, words: 1 }],
  });
  const note = (id: string, text: string) =>
    `<aside class="text-note" id="b-${id}"><p><a class="text-note-back" href="#b-r${id}">[1]</a> ${text}</p></aside>`;
  const reference = (id: string) => `<a class="text-note-ref" href="#b-${id}" id="b-r${id}">[1]</a>`;
  const textsOf = (html: string) => chapterBlocks(html).blocks.map(({ text }) => text.trim());

  it.each([
    [
      'sentences',
      '<p>It rained. The raft held! “Go,” she said. Nobody went.</p>',
      ['It rained.', 'The raft held!', '“Go,” she said.', 'Nobody went.'],
    ],
    ['Chinese sentences', '<p>雨下了。他问：“走吗？”没有人回答。</p>', ['雨下了。', '他问：“走吗？”', '没有人回答。']],
    [
      'lines',
      '<p>Chapter 1<br>It rained<br>Chapter 2<br>It snowed</p>',
      ['Chapter 1', 'It rained', 'Chapter 2', 'It snowed'],
    ],
    [
      'paragraphs of a quotation',
      '<blockquote class="text-verse"><p>Rain</p><p>Snow</p></blockquote>',
      ['Rain', 'Snow'],
    ],
    [
      'paragraphs of nested elements',
      '<div><div><p>Rain</p><p>Snow</p></div><p>Sun</p></div>',
      ['Rain', 'Snow', 'Sun'],
    ],
    ['sentences, even within emphasis', '<p>Rain. <em>Snow. More</em> snow.</p>', ['Rain.', 'Snow.', 'More snow.']],
    ['sentences, but not within a link', '<p>See <a href="#b-x">Rain. Snow</a> again</p>', ['See Rain. Snow again']],
  ])('can be divided into %s', (_, html, texts) => {
    expect(textsOf(html)).toEqual(texts);
  });

  it('keeps each note with the sentence before its reference, and the elements around each part', () => {
    const html = `<blockquote><p id="b-a"><em>It rained.${reference('1')} It snowed.${reference('2')} See <a href="#b-a">above</a>.</em></p></blockquote>${note('1', 'Four days.')}${note('2', 'Wet snow.')}`;
    const book = bookOf(html);
    const { chapters } = applyCorrections(book, {
      chapters: [0, 1, 2].map((from) => planned(`Part ${from}`, [{ chapter: 0, from, to: from + 1 }])),
    });
    expect(chapters.map(({ html }) => html)).toEqual([
      `<blockquote><p id="b-a"><em>It rained.${reference('1')}</em></p></blockquote>${note('1', 'Four days.')}`,
      `<blockquote><p><em>It snowed.${reference('2')}</em></p></blockquote>${note('2', 'Wet snow.')}`,
      '<blockquote><p><em>See <a href="epub-chapter:0#b-a">above</a>.</em></p></blockquote>',
    ]);
  });

  it('is unchanged after its parts are merged again', () => {
    const html = '<blockquote><p>It rained.<br>It <em>snowed &amp; froze. Nobody</em> came.</p></blockquote>';
    const count = chapterBlocks(html).blocks.length;
    expect(count).toBe(3);
    const pieces = Array.from({ length: count }, (_, from) => ({ chapter: 0, from, to: from + 1 }));
    const [chapter] = applyCorrections(bookOf(html), { chapters: [planned('All', pieces)] }).chapters;
    expect(chapter?.html).toBe(html);
  });

  it('is divided within the element; if there are several elements, only long ones are divided', () => {
    expect(textsOf('<p>It rained. It snowed.</p><p>The end.</p>')).toEqual(['It rained. It snowed.', 'The end.']);
    const long = 'It rained. '.repeat(120).trim();
    expect(textsOf(`<p>${long}</p><p>The end.</p>`)).toHaveLength(121);
  });
});

describe('beginningsIn, which finds the original chapters that begin in each new chapter', () => {
  it('lists only original chapters whose first block is in the new chapter', () => {
    const chapters = [
      planned('A', [{ chapter: 1, from: 3, to: 5 }]),
      planned('B', [
        { chapter: 0, from: 0, to: 2 },
        { chapter: 1, from: 0, to: 3 },
      ]),
    ];
    expect(beginningsIn(chapters)).toEqual([[], [0, 1]]);
  });
});

/** The sentences of every block and note, sorted. */
const shownTexts = ({ chapters }: ImportedBook): string[] =>
  chapters
    .flatMap(({ html }) => [...chapterBlocks(html).blocks, ...chapterBlocks(html).notes])
    .flatMap(({ text }) => text.trim().split(/(?<=\.)\s+/))
    .toSorted();

/** Divides a piece of a chapter into consecutive pieces at random blocks. */
function cutUp(piece: PlannedChapter['pieces'][number], random: () => number): PlannedChapter['pieces'][number][] {
  const cuts = Array.from({ length: piece.to - piece.from - 1 }, (_, at) => piece.from + at + 1).filter(
    () => random() < 0.4,
  );
  return [piece.from, ...cuts].map((from, index) => ({ ...piece, from, to: cuts[index] ?? piece.to }));
}

/** Generates Markdown with notes and with links between chapters. */
const bookText = fc
  .array(
    fc.array(fc.record({ note: fc.boolean(), link: fc.option(fc.nat({ max: 5 }), { nil: undefined }) }), {
      minLength: 1,
      maxLength: 5,
    }),
    {
      minLength: 2,
      maxLength: 6,
    },
  )
  .map((chapters) => {
    let notes = 0;
    const body = chapters.map((paragraphs, chapter) => {
      const texts = paragraphs.map(({ note, link }, at) => {
        notes += note ? 1 : 0;
        const to = link === undefined ? '' : ` See [there](#place-${link % chapters.length}).`;
        return `Paragraph ${chapter}.${at} is here${note ? `[^${notes}]` : ''}.${to}`;
      });
      return `## Place ${chapter}\n\n${texts.join('\n\n')}`;
    });
    const list = Array.from({ length: notes }, (_, at) => `[^${at + 1}]: Note number ${at + 1}.`);
    return `# Book\n\n${[...body, ...list].join('\n\n')}\n`;
  });
