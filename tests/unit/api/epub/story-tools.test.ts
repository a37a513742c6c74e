import { describe, expect, it } from 'vitest';
import { readEpub, subjectTags } from '#src/api/epub/index.ts';
import { toNewBook } from '#src/api/import/new-book.ts';
import { makeEpub, navPoint, prose } from './make-epub.ts';

const INFO =
  '<h3><a href="https://site.example/s/1">The Lamp</a> by Ada</h3><div><b>Status:</b> In-Progress<br/><b>Words:</b> 12,000<br/></div>';
const heading = (title: string) => `<h3 class="fff_chapter_title">${title}</h3>`;

const fanFicFare = () =>
  makeEpub({
    metadata: `<dc:identifier id="uid">fanficfare-uid:site.example-u1-s1</dc:identifier><dc:title>The Lamp</dc:title>
<dc:creator opf:role="aut">Ada Quill</dc:creator><dc:language>en</dc:language><dc:description>Short.</dc:description>
<dc:subject>FanFiction</dc:subject><dc:subject>In-Progress</dc:subject><dc:subject>Sea Stories</dc:subject>
<dc:subject>Last Update: 2024/05/01</dc:subject>`,
    documents: {
      'title_page.xhtml': INFO + prose(),
      'toc_page.xhtml': '<h3>Table of Contents</h3><a href="file0001.xhtml">1. Rain</a><br/>',
      'file0001.xhtml': `${heading('1. Rain')}${prose()}<p>A/N: Thank you.</p>`,
      'file0002.xhtml': heading('2. Fog') + prose(),
      'log_page.xhtml': `<h3>Update Log</h3><p class="log_entry"><b>Chapters:</b> <span id="numChapters">2</span></p>${prose()}`,
    },
    ncx: [
      navPoint('a', 'title_page.xhtml', 'Title Page'),
      navPoint('b', 'toc_page.xhtml', 'Table of Contents'),
      navPoint('c', 'file0001.xhtml', '1. Rain'),
      navPoint('d', 'file0002.xhtml', '2. Fog'),
      navPoint('e', 'log_page.xhtml', 'Update Log'),
    ].join(''),
  });

const target = { now: '2024-01-01T00:00:00Z', section: undefined, keep: async () => {} };

describe('an EPUB created by FanFicFare', () => {
  it('contains only its chapters after the import, and their texts do not repeat the titles', async () => {
    const { chapters } = await readEpub(fanFicFare());
    expect(chapters.map(({ title }) => title)).toEqual(['Chapter 1: Rain', 'Chapter 2: Fog']);
    expect(chapters[0]?.html).not.toContain('Rain');
    expect(chapters[0]?.html).toContain('A/N: Thank you.');
  });

  it("gets a horizontal rule between the story and the author's notes", async () => {
    const note = (place: string, text: string) =>
      `<div class="fff_chapter_notes fff_${place}_notes"><b>Notes:</b><blockquote><p>${text}</p></blockquote></div>`;
    const documents = {
      'file0001.xhtml': `${heading('1. Rain')}${note('head', 'Hello.')}${prose()}${note('foot', 'Bye.')}`,
      'file0002.xhtml': heading('2. Fog') + prose(),
    };
    const ncx = navPoint('a', 'file0001.xhtml', '1. Rain') + navPoint('b', 'file0002.xhtml', '2. Fog');
    const [first] = (await readEpub(makeEpub({ documents, ncx }))).chapters;
    expect(first?.html.replace(/lamp0.*lamp39/, 'story')).toBe(
      '<p><b>Notes:</b></p><blockquote><p>Hello.</p></blockquote><hr /><p>story</p><hr /><p><b>Notes:</b></p><blockquote><p>Bye.</p></blockquote>',
    );
  });

  it('takes the status of the book from a subject such as "Completed", which does not become a tag', async () => {
    const book = await readEpub(fanFicFare());
    expect(subjectTags(book.subjects)).toEqual(['Sea Stories']);
    expect(await toNewBook(book, target)).toMatchObject({ status: 'updating', tags: ['Sea Stories'] });
    expect(await toNewBook({ ...book, subjects: ['Completed'] }, target)).toMatchObject({
      status: 'finished',
      tags: [],
    });
  });
});

describe('an EPUB created by WebToEpub', () => {
  it('contains only its chapters after the import', async () => {
    const documents = {
      'Text/0000_Information.xhtml': `<div><p><b>Table of Contents URL:</b> https://site.example/s/1</p>${prose()}</div>`,
      'Text/0001_Chapter_1.xhtml': `<h1>Chapter 1 - Rain</h1>${prose()}`,
      'Text/0002_Chapter_2.xhtml': `<h1>Chapter 2 - Fog</h1>${prose()}`,
    };
    const ncx = [
      navPoint('a', 'Text/0000_Information.xhtml', 'Information'),
      navPoint('b', 'Text/0001_Chapter_1.xhtml', 'Chapter 1 - Rain'),
      navPoint('c', 'Text/0002_Chapter_2.xhtml', 'Chapter 2 - Fog'),
    ].join('');
    const { chapters } = await readEpub(makeEpub({ documents, ncx }));
    expect(chapters.map(({ title }) => title)).toEqual(['Chapter 1: Rain', 'Chapter 2: Fog']);
    expect(chapters.every(({ html }) => !/Rain|Fog|https/.test(html))).toBe(true);
  });
});

describe('an EPUB downloaded from Archive of Our Own', () => {
  it('keeps the notes, and does not repeat its title, author, tags, summary and messages', async () => {
    const message = '<p class="message">Please <a href="http://archiveofourown.org/works/1">comment</a>!</p>';
    const notes = '<p>Notes</p><blockquote><p>Thanks for reading.</p></blockquote>';
    const book = makeEpub({
      documents: {
        'a.xhtml': `${message}<dl class="tags"><dt>Rating:</dt><dd>Teen</dd></dl>`,
        'b.xhtml': `<h1>The Lamp</h1><div class="byline">by <a rel="author" href="x">ada</a></div><p>Summary</p><blockquote><p>Short.</p></blockquote>${notes}`,
        'c.xhtml': `<h2>Chapter 1: Rain</h2>${prose()}`,
        'd.xhtml': message,
      },
      ncx:
        navPoint('a', 'a.xhtml', 'Preface') +
        navPoint('c', 'c.xhtml', 'Chapter 1: Rain') +
        navPoint('d', 'd.xhtml', 'Afterword'),
    });
    const { chapters } = await readEpub(book);
    expect(chapters.map(({ title, kind }) => [kind, title])).toEqual([
      ['section', 'Preface'],
      ['chapter', 'Chapter 1: Rain'],
    ]);
    expect(chapters[0]?.html.replaceAll('\n', '')).toBe(notes);
  });
});

describe('an EPUB created by FicHub', () => {
  it('contains only its chapters after the import', async () => {
    const book = makeEpub({
      documents: {
        'introduction.xhtml': `<h2>The Lamp</h2>${prose()}<p>Exported by <a href="https://fichub.net">FicHub.net</a></p>`,
        'chapter_1.xhtml': `<h2>1. Rain</h2>${prose()}`,
      },
      ncx: navPoint('a', 'introduction.xhtml', 'Introduction') + navPoint('b', 'chapter_1.xhtml', '1. Rain'),
    });
    expect((await readEpub(book)).chapters.map(({ title }) => title)).toEqual(['Chapter 1: Rain']);
  });
});

describe('an EPUB converted by Calibre from a file without headings', () => {
  it('has chapters at files that begin with a numbered line, even if the table of contents omits them', async () => {
    const book = makeEpub({
      documents: {
        'a.xhtml': `<p>The Lamp</p>${prose(30)}`,
        'b.xhtml': `<p class="c"><span>CHAPTER ONE</span></p>${prose()}`,
        'c.xhtml': prose(),
        'd.xhtml': `<p class="c"><span>CHAPTER TWO</span></p>${prose()}`,
      },
      ncx: navPoint('a', 'a.xhtml', 'Start'),
    });
    const { chapters } = await readEpub(book);
    expect(chapters.map(({ title }) => title)).toEqual(['Start', 'Chapter 1', 'Chapter 2']);
    expect(chapters[1]?.html.match(/lamp0/g)).toHaveLength(2);
    expect(chapters[2]?.html).not.toContain('CHAPTER');
  });
});
