import { describe, expect, it } from 'vitest';
import { readEpub } from '#src/api/epub/index.ts';
import { type BookSpec, item, makeEpub, navPoint, PNG, prose } from './make-epub.ts';

/** Title, kind, part and first word of every chapter. */
async function table(spec: BookSpec): Promise<(string | undefined)[][]> {
  const { chapters } = await readEpub(makeEpub(spec));
  return chapters.map(({ title, kind, part, html }) => [title, kind, part, /<p>(\w+)/.exec(html)?.[1]]);
}

describe('chapters', () => {
  it('leaves out what is no text and keeps prefaces and epilogues as sections', async () => {
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

  it('names parts from a nested nav and keeps a part page that has text', async () => {
    const parts =
      item('p1.xhtml', 'Part I: The Wick', item('c1.xhtml', 'I')) + item('p2.xhtml', 'Part II', item('c2.xhtml', 'II'));
    const nav = item('half.xhtml', 'The Lamp', parts) + item('end.xhtml', 'Afterword');
    expect(await table({ documents: PARTS, nav })).toEqual(IN_PARTS);
  });

  it('names parts from a nested NCX', async () => {
    const ncx = [
      navPoint('a', 'p1.xhtml', 'Part I: The Wick', navPoint('b', 'c1.xhtml', 'I')),
      navPoint('c', 'p2.xhtml', 'Part II', navPoint('d', 'c2.xhtml', 'II')),
      navPoint('e', 'end.xhtml', 'Afterword'),
    ].join('');
    expect(await table({ documents: PARTS, ncx })).toEqual(IN_PARTS);
  });

  it('names parts from a flat list', async () => {
    const documents = { 'p1.xhtml': PARTS['p1.xhtml'], 'c1.xhtml': PARTS['c1.xhtml'], 'c2.xhtml': PARTS['c2.xhtml'] };
    const nav = item('p1.xhtml', 'Book One') + item('c1.xhtml', '1') + item('c2.xhtml', '2');
    expect(await table({ documents, nav })).toEqual([
      ['Chapter 1', 'chapter', 'Book 1', 'one0'],
      ['Chapter 2', 'chapter', 'Book 1', 'two0'],
    ]);
  });

  it('cuts a file at the anchors of the table of contents', async () => {
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

  it('joins files that have no line of their own', async () => {
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

  it('takes headings for titles where there is no table of contents', async () => {
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
    ['sections beside chapters', ['Letter I', 'Letter II', 'Chapter I'], ['section', 'section', 'chapter']],
    ['chapters in a novel of letters', ['Letter I', 'Letter II', 'Letter III'], ['chapter', 'chapter', 'chapter']],
  ])('takes letters for %s', async (_what, titles, kinds) => {
    const documents = Object.fromEntries(
      titles.map((title, index) => [`${index}.xhtml`, `<h2>${title}</h2>${prose()}`]),
    );
    const nav = titles.map((title, index) => item(`${index}.xhtml`, title)).join('');
    expect((await table({ documents, nav })).map((row) => row[1])).toEqual(kinds);
  });

  it('drops the heading the title repeats and keeps every other', async () => {
    const documents = {
      'a.xhtml': `<header><h2>CHAPTER <span>IV.</span></h2><h3>Found by Ada</h3><p>A motto.</p></header>${prose()}`,
    };
    const { chapters } = await readEpub(makeEpub({ documents, nav: item('a.xhtml', 'Chapter 4') }));
    expect(chapters[0]?.html).toMatch(/^<h3>Found by Ada<\/h3>\s*<p>A motto\.<\/p>/);
  });

  it('links notes across chapters and within one', async () => {
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
        '<li id="b-1-n"><p>Note. <a href="epub-chapter:0#b-0-r">back</a></p></li>',
      ) as string,
    });
  });
});
