import { describe, expect, it } from 'vitest';
import { readManuscript } from '#src/api/manuscript/index.ts';
import { withMarkdownNotes, withPlainNotes } from '#src/api/manuscript/inline-notes.ts';
import { withoutSite } from '#src/api/manuscript/site-names.ts';
import { readBooks, titlesOf } from '../collection/read-books.ts';

const TEXT = 'The river ran high that spring, and the old bridge stood half under water. ';
const page = (title: string, body = `<p>${TEXT}</p>`, head = '') =>
  `<head><title>${title}</title>${head}</head>${body}`;
const read = (html: string) => readManuscript(new TextEncoder().encode(html), 'page.html');

describe('the name of a site at the end of a title', () => {
  it.each([
    ['The Raft - Chapter 1 | Scribble Hub', 'The Raft - Chapter 1'],
    ['The Raft | Royal Road', 'The Raft'],
    ['Chapter 3: Rain - The Raft | Royal Road', 'Chapter 3: Rain - The Raft'],
    ['The Raft - Rain – Wattpad', 'The Raft - Rain'],
    ['The Raft - Chapter 2 - Mara - Original Work [Archive of Our Own]', 'The Raft - Chapter 2 - Mara - Original Work'],
    ['The Raft Chapter 1, a fantasy fanfic | FanFiction', 'The Raft Chapter 1, a fantasy fanfic'],
    ['The Raft - Chapter 4 - WebNovel', 'The Raft - Chapter 4'],
    ['The Raft Chapter 9 - NovelFull.com', 'The Raft Chapter 9'],
    ['The Raft _ Royal Road', 'The Raft'],
    ['第三章 雨_筆趣閣', '第三章 雨'],
    ['Chapter 5 | Royal Road', 'Chapter 5'],
    ['The Raft | tales.example.com', 'The Raft'],
    ['The Raft [tales.com]', 'The Raft'],
    ['The Raft - FanFiction.net', 'The Raft'],
  ])('is removed from "%s"', (title, expected) => {
    expect(withoutSite(title)).toBe(expected);
  });

  it.each([
    'The Royal Road',
    'Royal Road',
    'Rain | Fog',
    'Tales - from Wattpad and Back',
    'Notes on Scribble Hub',
    'Rain - Tapas',
    'The Raft - Light Novel',
    'Chapter 12 - Fanfiction',
    'Chapter 12 | Fan Fiction',
    'Chapter 9 - Web Novel',
    'Chapter 9 - WebNovel',
    'Chapter 5 - Dot.com',
    'Chapter 3 – Amazon.com',
    'The Raft: A Story -- Amazon.com',
    'Chapter IV - Wattpad',
    'Chapter Two : Royal Road',
    'Prologue - Royal Road',
    '12 - Quotev',
    'Ch. 12 - Inkitt',
    '第三章 - Wattpad',
    'The Raft - Free Web Novel',
    'my_fanfiction',
    'my_wattpad',
    'notes_example.com',
  ])('is kept if it is part of "%s"', (title) => {
    expect(withoutSite(title)).toBe(title);
  });

  it('is removed if the page names the site, whatever its name', () => {
    const head = '<meta property="og:site_name" content="Mara&#39;s Tales">';
    expect(read(page('The Raft — Mara&#39;s Tales', undefined, head)).title).toBe('The Raft');
  });
});

describe('the title of a saved page', () => {
  it.each([
    ['The Raft - Chapter 1 | Scribble Hub', 'The Raft', 'Chapter 1'],
    ['Chapter 3: Rain - The Raft | Royal Road', 'The Raft', 'Chapter 3: Rain'],
    ['The Raft - Prologue - Wattpad', 'The Raft', 'Prologue'],
  ])('"%s" names the book and the chapter', (title, book, chapter) => {
    const { chapters, ...rest } = read(page(title));
    expect([rest.title, chapters.map((one) => one.title)]).toEqual([book, [chapter]]);
  });

  it('names only the book if the chapter has a heading', () => {
    const { title, chapters } = read(
      page('The Raft - Chapter 1 | Scribble Hub', `<h1>Chapter 1: Rain</h1><p>${TEXT}</p>`),
    );
    expect([title, chapters.map((one) => one.title)]).toEqual(['The Raft', ['Chapter 1: Rain']]);
  });

  it('names the chapters of a folder of pages', async () => {
    const { books } = await readBooks({
      '001.html': page('Chapter 1: Rain - The Raft | Royal Road'),
      '002.html': page('Chapter 2: Fog - The Raft | Royal Road'),
    });
    expect(books.map(titlesOf)).toEqual([['Chapter 1: Rain', 'Chapter 2: Fog']]);
  });

  it('is removed from the names of files, too', async () => {
    const { books } = await readBooks({
      'Chapter 1_ Rain - The Raft _ Royal Road.html': `<p>${TEXT}</p>`,
      'Chapter 2_ Fog - The Raft _ Royal Road.html': `<p>${TEXT}x</p>`,
    });
    expect(books.map(titlesOf)).toEqual([['Chapter 1: Rain', 'Chapter 2: Fog']]);
  });
});

describe('inline notes of sites', () => {
  const note =
    '<span class="modern-footnotes-footnote__note" data-mfn="1" id="mfn-content-1" role="tooltip">A <i>rope</i>.</span>';
  const reference = '<sup class="modern-footnotes-footnote" data-mfn="1"><a href="javascript:void(0)">1</a></sup>';
  const html = (body: string) => read(`<h1>Rain</h1>${body}<h1>Fog</h1><p>${TEXT}</p>`).chapters;

  it('become notes from the markup of Modern Footnotes', () => {
    const [rain, fog] = html(`<p>The line${reference}${note} held.</p>`);
    expect(rain?.html).toMatch(/<p>The line<sup><a [^>]*class="text-note-ref"[^>]*>1<\/a><\/sup> held\.<\/p>/);
    expect(rain?.html).toMatch(/<aside[^>]*class="text-note"[^>]*>.*A <i>rope<\/i>\..*<\/aside>/s);
    expect(fog?.html).not.toContain('rope');
  });

  it.each(['footnote', 'mfn', 'efn_note'])('become notes from the shortcode %s in HTML', (name) => {
    const [rain] = html(`<p>The line[${name}]A <i>rope</i>.[/${name}] held.</p>`);
    expect(rain?.html).toMatch(/text-note-ref[^>]*>1<\/a><\/sup> held\.<\/p>/);
    expect(rain?.html).toContain('A <i>rope</i>.');
    expect(rain?.html).not.toContain(`[${name}`);
  });

  it('stand below the paragraph in plain text, also if its lines are wrapped and it has several', () => {
    const text = 'He went to the sea[fn]A[/fn] and\nstayed there[fn]B[/fn] until the\nrain came.';
    const written = 'He went to the sea[1] and\nstayed there[2] until the\nrain came.\n\n[1] A\n\n[2] B';
    expect(withPlainNotes(`Rain.\n\n${text}\n\nFog.`)).toBe(`Rain.\n\n${written}\n\n\nFog.`);
    expect(withPlainNotes(`Rain.\n\n${text}`).trim()).toBe(`Rain.\n\n${written}`);
    expect(withPlainNotes(`${text}\n \n${text}\n\nFog.`)).toContain(
      '[2] B\n\n \nHe went to the sea[3] and\nstayed there[4] until the\nrain came.\n\n[3] A\n\n[4] B',
    );
  });

  it('stand below the line in plain text without empty lines', () => {
    expect(withPlainNotes('Rain[fn]A[/fn] fell.\nFog[fn]B[/fn] rose.')).toBe(
      'Rain[1] fell.\n\n[1] A\n\nFog[2] rose.\n\n[2] B\n\n',
    );
  });

  it('have at most 4,000 characters', () => {
    const [longest, tooLong] = ['b'.repeat(4000), 'b'.repeat(4001)];
    expect(withMarkdownNotes(`a[fn]${longest}[/fn]`)).toBe(`a^[${longest}]`);
    expect(withMarkdownNotes(`a[fn]${tooLong}[/fn]`)).toBe(`a[fn]${tooLong}[/fn]`);
    expect(withPlainNotes(`a[mfn]${longest}[/mfn]`)).toBe(`a[1]\n\n[1] ${longest}\n\n`);
    expect(withPlainNotes(`a[mfn]${tooLong}[/mfn] c[mfn]d[/mfn]`)).toBe(`a[mfn]${tooLong}[/mfn] c[1]\n\n[1] d\n\n`);
    const [rain] = html(`<p>The line[ref]${tooLong}[/ref] held[ref]A rope.[/ref].</p>`);
    expect(rain?.html).toContain(`[ref]${tooLong}[/ref] held<sup>`);
  });

  it('begin at the last shortcode before their end', () => {
    expect(withMarkdownNotes('a [fn]b [fn]c[/fn] d')).toBe('a [fn]b^[c] d');
    expect(withMarkdownNotes('a [fn]b [ref]c[/fn] d[/ref]')).toBe('a^[b [ref]c] d[/ref]');
    expect(withMarkdownNotes('a [fn]b [ref]c[/ref] d[/fn] e [FN x="1"]f[/fn]')).toBe('a^[b [ref]c[/ref] d] e^[f]');
    expect(withMarkdownNotes(`a[fn]${'b'.repeat(4001)}[/fn][fn][/fn][/fn]`)).toBe(
      `a[fn]${'b'.repeat(4001)}[/fn][fn][/fn][/fn]`,
    );
  });

  it.each([
    ['beginnings', '[fn]', '[/ref]', 8],
    ['unfinished beginnings', '[fn ', '[/fn]', 8],
    ['ends', '[/fn]', '', 8],
    ['notes', '[fn]a[/fn]', '', 1],
  ])('are found in megabytes of %s in linear time', { timeout: 120_000 }, (_name, part, end, mebibytes) => {
    const text = part.repeat((mebibytes * 1024 * 1024) / part.length) + end;
    const start = performance.now();
    for (const convert of [withMarkdownNotes, withPlainNotes]) convert(text);
    expect(performance.now() - start).toBeLessThan(60_000);
  });

  it('become notes from shortcodes in Markdown and plain text', () => {
    for (const name of ['a.md', 'a.txt']) {
      const text = `Chapter 1\n\n${TEXT}The line[footnote]A rope.[/footnote] held.\n\n${TEXT}\n`;
      const [chapter] = readManuscript(new TextEncoder().encode(text), name).chapters;
      expect(chapter?.html, name).toContain('A rope.');
      expect(chapter?.html, name).toContain('text-note');
      expect(chapter?.html, name).not.toContain('[footnote');
    }
  });
});
