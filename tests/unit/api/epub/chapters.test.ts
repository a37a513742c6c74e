import { describe, expect, it } from 'vitest';
import { readEpub } from '#src/api/epub/index.ts';
import { type BookSpec, item, makeEpub, navPoint, PNG, prose } from './make-epub.ts';

/** Returns the title, kind, part and first word of each chapter. */
async function table(spec: BookSpec): Promise<(string | undefined)[][]> {
  const { chapters } = await readEpub(makeEpub(spec));
  return chapters.map(({ title, kind, part, html }) => [title, kind, part, /<p>(\w+)/.exec(html)?.[1]]);
}

describe('chapters of an EPUB', () => {
  it('do not include files without text, but include prefaces and epilogues as sections', async () => {
    const documents = {
      'cover.xhtml': '<p><img src="a.png"/></p>',
      'title.xhtml': '<section epub:type="titlepage"><h1>The Lamp</h1></section>',
      'imprint.xhtml': `<section epub:type="imprint">${prose()}</section>`,
      'contents.xhtml': '<h2>Contents</h2><p><a href="one.xhtml">One</a></p>',
      'pre.xhtml': `<section epub:type="preface"><h2>Preface</h2>${prose(40, 'before')}</section>`,
      'one.xhtml': `<h2>I</h2>${prose(40, 'one')}`,
      'two.xhtml': `<h2>II</h2>${prose(40, 'two')}`,
      'end.xhtml': `<h2>Epilogue</h2>${prose(40, 'after')}`,
      'colophon.xhtml': `<section epub:type="colophon">${prose()}</section>`,
    };
    const nav = [
      item('title.xhtml', 'The Lamp'),
      item('imprint.xhtml', 'Imprint'),
      item('contents.xhtml', 'Contents'),
      item('pre.xhtml', 'Preface'),
      item('one.xhtml', 'I'),
      item('two.xhtml', 'II: The Oil'),
      item('end.xhtml', 'Epilogue'),
      item('colophon.xhtml', 'Colophon'),
    ].join('');
    expect(await table({ documents, nav, files: { 'OEBPS/a.png': PNG } })).toEqual([
      ['Preface', 'section', undefined, 'before0'],
      ['Chapter 1', 'chapter', undefined, 'one0'],
      ['Chapter 2: The Oil', 'chapter', undefined, 'two0'],
      ['Epilogue', 'section', undefined, 'after0'],
    ]);
  });

  const PARTS = {
    'half.xhtml': '<section epub:type="halftitlepage"><h1>The Lamp</h1></section>',
    'p1.xhtml': '<section epub:type="part"><h2>Part I</h2><p>The Wick</p></section>',
    'c1.xhtml': `<h3>I</h3>${prose(40, 'one')}`,
    'p2.xhtml': `<section epub:type="part"><h2>Part II</h2>${prose(30, 'motto')}</section>`,
    'c2.xhtml': `<h3>II</h3>${prose(40, 'two')}`,
    'end.xhtml': `<h2>Afterword</h2>${prose(40, 'after')}`,
  };
  const IN_PARTS = [
    ['Chapter 1', 'chapter', 'Part 1: The Wick', 'one0'],
    ['Part 2', 'section', undefined, 'motto0'],
    ['Chapter 2', 'chapter', 'Part 2', 'two0'],
    ['Afterword', 'section', undefined, 'after0'],
  ];

  it('are grouped into the parts of a nested nav, and a part page with text is included', async () => {
    const parts =
      item('p1.xhtml', 'Part I: The Wick', item('c1.xhtml', 'I')) + item('p2.xhtml', 'Part II', item('c2.xhtml', 'II'));
    const nav = item('half.xhtml', 'The Lamp', parts) + item('end.xhtml', 'Afterword');
    expect(await table({ documents: PARTS, nav })).toEqual(IN_PARTS);
  });

  it('are grouped into the parts of a nested NCX', async () => {
    const ncx = [
      navPoint('a', 'p1.xhtml', 'Part I: The Wick', navPoint('b', 'c1.xhtml', 'I')),
      navPoint('c', 'p2.xhtml', 'Part II', navPoint('d', 'c2.xhtml', 'II')),
      navPoint('e', 'end.xhtml', 'Afterword'),
    ].join('');
    expect(await table({ documents: PARTS, ncx })).toEqual(IN_PARTS);
  });

  it('are grouped into the parts that precede them in a flat table of contents', async () => {
    const documents = { 'p1.xhtml': PARTS['p1.xhtml'], 'c1.xhtml': PARTS['c1.xhtml'], 'c2.xhtml': PARTS['c2.xhtml'] };
    const nav = item('p1.xhtml', 'Book One') + item('c1.xhtml', '1') + item('c2.xhtml', '2');
    expect(await table({ documents, nav })).toEqual([
      ['Chapter 1', 'chapter', 'Book 1', 'one0'],
      ['Chapter 2', 'chapter', 'Book 1', 'two0'],
    ]);
  });

  it('are grouped by titles that name both a part and a chapter', async () => {
    const titles = ['Book 1 - Chapter 1 - Ford', 'Book 1 - Chapter 2 - Mill', 'Book 2 - Chapter 3 - Weir'];
    const documents = Object.fromEntries(
      titles.map((title, index) => [`${index}.xhtml`, `<h2>${title}</h2>${prose(40, `t${index}x`)}`]),
    );
    const nav = titles.map((title, index) => item(`${index}.xhtml`, title)).join('');
    const expected = [
      ['Chapter 1: Ford', 'chapter', 'Book 1', 't0x0'],
      ['Chapter 2: Mill', 'chapter', 'Book 1', 't1x0'],
      ['Chapter 3: Weir', 'chapter', 'Book 2', 't2x0'],
    ];
    expect(await table({ documents, nav })).toEqual(expected);
    expect(await table({ documents, nav: '' })).toEqual(expected);
  });

  it('keep the numbered sections of a poem or short work together', async () => {
    const sections = (words: number, ...names: string[]) =>
      names.map(
        (name, at) => `<section id="${name}" epub:type="part"><h3>${at + 1}</h3>${prose(words, name)}</section>`,
      );
    const documents = {
      'raft.xhtml': `<section epub:type="chapter"><h2>The Raft</h2>${sections(900, 'ra', 'rb').join('')}</section>`,
      'weir.xhtml': `<h2>The Weir</h2>${sections(30, 'wa', 'wb').join('')}`,
      'sea.xhtml': `<h2>The Sea</h2>${sections(900, 'sa', 'sb').join('')}`,
    };
    const numbers = (file: string, ...names: string[]) =>
      names.map((name, at) => item(`${file}#${name}`, `${at + 1}`)).join('');
    const nav = [
      item('raft.xhtml', 'The Raft', numbers('raft.xhtml', 'ra', 'rb')),
      item('weir.xhtml', 'The Weir', numbers('weir.xhtml', 'wa', 'wb')),
      item('sea.xhtml', 'The Sea', numbers('sea.xhtml', 'sa', 'sb')),
    ].join('');
    expect(await table({ documents, nav })).toEqual([
      ['The Raft', 'chapter', undefined, 'ra0'],
      ['The Weir', 'chapter', undefined, 'wa0'],
      ['Chapter 1', 'chapter', 'The Sea', 'sa0'],
      ['Chapter 2', 'chapter', 'The Sea', 'sb0'],
    ]);
  });

  it('take their title from the heading if their entry in the table of contents has none', async () => {
    const documents = {
      'a.xhtml': `<h2>Ford</h2>${prose(40, 'a')}`,
      'b.xhtml': `<p><a id="b1"/></p><h2>Mill</h2>${prose(40, 'b')}<h2><a id="b2"></a>Weir</h2>${prose(40, 'c')}
        <section id="b3"><h3>Rain</h3>${prose(40, 'd')}</section>${prose(20)}<p id="b4">${prose(40, 'e').slice(3)}`,
    };
    const expected = [
      ['Ford', 'chapter', undefined, 'a0'],
      ['Mill', 'chapter', undefined, 'b0'],
      ['Weir', 'chapter', undefined, 'c0'],
      ['Rain', 'chapter', undefined, 'd0'],
      ['Chapter 5', 'chapter', undefined, 'e0'],
    ];
    const targets = ['a.xhtml', 'b.xhtml#b1', 'b.xhtml#b2', 'b.xhtml#b3', 'b.xhtml#b4'];
    const titles = ['', ' ', '&#160;', '\u200b', '—'];
    const ncx = targets.map((target, index) => navPoint(`n${index}`, target, titles[index] ?? '')).join('');
    const nav = targets.map((target) => item(target, '')).join('');
    expect((await table({ documents, ncx })).slice(0, 4)).toEqual(expected.slice(0, 4));
    expect(await table({ documents, nav })).toEqual(expected);
  });

  it('do not contain a first paragraph that repeats the title', async () => {
    const first = async (title: string, start: string) =>
      (await readEpub(makeEpub({ documents: { 'a.xhtml': `${start}<p>Rain.</p>` }, nav: item('a.xhtml', title) })))
        .chapters[0]?.html;
    const ford = 'Chapter 1: Ford';
    expect(await first(ford, `<h1>${ford}</h1><p><strong>${ford}</strong></p>`)).toBe('<p>Rain.</p>');
    expect(await first(ford, '<p><b>Chapter 1</b></p><p><span><b>Ford</b></span></p>')).toBe('<p>Rain.</p>');
    expect(await first(ford, `<p>${ford}</p>`)).toBe('<p>Rain.</p>');
    expect(await first('Ford', '<p>Ford</p>')).toBe('<p>Ford</p><p>Rain.</p>');
    expect(await first(ford, '<p><b>Ford!</b> he said.</p>')).toBe('<p><b>Ford!</b> he said.</p><p>Rain.</p>');
    expect(await first(ford, '<p><b>Olmen, 1851</b></p>')).toBe('<p><b>Olmen, 1851</b></p><p>Rain.</p>');
  });

  it('do not contain a heading that repeats the title with its number in words', async () => {
    const documents = { 'a.xhtml': `<h2>CHAPTER<br/>ONE HUNDRED AND TEN</h2>${prose()}` };
    const [chapter] = (await readEpub(makeEpub({ documents, nav: item('a.xhtml', 'Chapter One Hundred and Ten') })))
      .chapters;
    expect(chapter).toMatchObject({ title: 'Chapter 110', html: expect.not.stringContaining('<h') as string });
  });

  it('are split at the anchors of the table of contents', async () => {
    const documents = {
      'all.xhtml': `<div><h1>The Lamp</h1><div class="x"><h2><a id="c1"></a>I</h2>${prose(40, 'one')}<a name="c2"/><h2>II</h2>${prose(40, 'two')}</div>
<h2 id="c3">III</h2>${prose(40, 'three')}</div>`,
    };
    const nav = ['c1', 'c2', 'c3'].map((id, index) => item(`all.xhtml#${id}`, `Chapter ${index + 1}`)).join('');
    expect(await table({ documents, nav })).toEqual([
      ['Chapter 1', 'chapter', undefined, 'one0'],
      ['Chapter 2', 'chapter', undefined, 'two0'],
      ['Chapter 3', 'chapter', undefined, 'three0'],
    ]);
    const { chapters } = await readEpub(makeEpub({ documents, nav }));
    expect(chapters.map((chapter) => chapter.words)).toEqual([40, 40, 40]);
    expect(chapters.map((chapter) => chapter.html).join('')).not.toContain('<h');
  });

  it('include files without an entry in the table of contents', async () => {
    const documents = {
      'c1.xhtml': `<h2>I</h2>${prose(40, 'one')}`,
      'c1b.xhtml': prose(40, 'more'),
      'c2.xhtml': `<h2>II</h2>${prose(40, 'two')}`,
      'about.xhtml': `<section epub:type="colophon">${prose()}</section>`,
    };
    const { chapters } = await readEpub(makeEpub({ documents, nav: item('c1.xhtml', 'I') + item('c2.xhtml', 'II') }));
    expect(chapters.map((chapter) => chapter.words)).toEqual([80, 40]);
    expect(chapters[0]?.html).toMatch(/one39<\/p>\s*<p>more0/);
  });

  it('take their titles from headings if there is no table of contents', async () => {
    const documents = {
      'a.xhtml': `<hgroup><h2>I</h2><p>The Wick</p></hgroup>${prose(40, 'a')}`,
      'b.xhtml': prose(40, 'more'),
      'c.xhtml': `<h2>II</h2>${prose(40, 'c')}`,
    };
    expect(await table({ documents, nav: '' })).toEqual([
      ['Chapter 1: The Wick', 'chapter', undefined, 'a0'],
      ['Chapter 2', 'chapter', undefined, 'c0'],
    ]);
  });

  it.each([
    ['sections next to chapters', ['Letter I', 'Letter II', 'Chapter I'], ['section', 'section', 'chapter']],
    ['chapters in a novel of letters', ['Letter I', 'Letter II', 'Letter III'], ['chapter', 'chapter', 'chapter']],
  ])('with titles such as "Letter I" are %s', async (_what, titles, kinds) => {
    const documents = Object.fromEntries(
      titles.map((title, index) => [`${index}.xhtml`, `<h2>${title}</h2>${prose()}`]),
    );
    const nav = titles.map((title, index) => item(`${index}.xhtml`, title)).join('');
    expect((await table({ documents, nav })).map((row) => row[1])).toEqual(kinds);
  });

  it('contain all headings except the heading that repeats the title', async () => {
    const documents = {
      'a.xhtml': `<header><h2>CHAPTER <span>IV.</span></h2><h3>Found by Ada</h3><p>A motto.</p></header>${prose()}`,
    };
    const { chapters } = await readEpub(makeEpub({ documents, nav: item('a.xhtml', 'Chapter 4') }));
    expect(chapters[0]?.html).toMatch(/^<h3>Found by Ada<\/h3>\s*<p>A motto\.<\/p>/);
  });

  it('link to notes in the same chapter and in other chapters', async () => {
    const documents = {
      'a.xhtml': `<h2>I</h2>${prose()}<p>x<a epub:type="noteref" id="r" href="notes.xhtml#n">1</a> <a href="#f">2</a> <a href="title.xhtml">gone</a></p><p id="f">foot</p>`,
      'notes.xhtml': `<section epub:type="endnotes"><h2>Notes</h2><ol><li id="n"><p>Note. <a href="a.xhtml#r">back</a></p></li></ol></section>`,
      'title.xhtml': '<section epub:type="titlepage"><p>T</p></section>',
    };
    const { chapters } = await readEpub(
      makeEpub({
        documents,
        nav: item('title.xhtml', 'Title page') + item('a.xhtml', 'I') + item('notes.xhtml', 'Notes'),
      }),
    );
    expect(chapters[0]?.html).toContain(
      '<p>x<sup><a class="text-note-ref" href="epub-chapter:1#b-1-n" id="b-0-r">1</a></sup> <a href="#b-0-f">2</a> gone</p>',
    );
    expect(chapters[0]?.html).toContain('<p id="b-0-f">foot</p>');
    expect(chapters[1]).toMatchObject({
      kind: 'section',
      html: expect.stringContaining(
        '<li id="b-1-n"><p>Note. <a href="epub-chapter:0#b-0-r" class="text-note-back">back</a></p></li>',
      ) as string,
    });
  });
});
