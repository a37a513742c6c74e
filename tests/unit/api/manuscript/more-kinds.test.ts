import { strToU8 } from 'fflate';
import { describe, expect, it } from 'vitest';
import { readEpub } from '#src/api/epub/index.ts';
import { readManuscript } from '#src/api/manuscript/index.ts';
import { readBooks, titlesOf } from '../collection/read-books.ts';
import { item, makeEpub, PNG, prose } from '../epub/make-epub.ts';

const TEXT = 'The river ran high that spring, and the old bridge stood half under water. '.repeat(2);
const titles = (text: string, name = 'a.txt') => readManuscript(strToU8(text), name).chapters.map(({ title }) => title);
const chapters = (...headings: string[]) =>
  headings.map((heading, at) => `${heading}\n\n${TEXT}${at}.\n\n${TEXT}\n`).join('\n\n');

describe('a heading in plain text', () => {
  it('may consist of a number in words and a title', () => {
    expect(titles(chapters('One: The River', 'Two: The Rain', 'Three: The Fog'))).toEqual([
      'Chapter 1: The River',
      'Chapter 2: The Rain',
      'Chapter 3: The Fog',
    ]);
    expect(titles(chapters('Eins – Der Fluss', 'Zwei – Der Regen'))).toEqual([
      'Chapter 1: Der Fluss',
      'Chapter 2: Der Regen',
    ]);
    expect(titles(`${chapters('Chapter 1')}One: he ran.\n\nTwo: he fell.\n`)).toEqual(['Chapter 1']);
    expect(titles(`${TEXT}\n\nThree: that was the number.\n\n${TEXT}`)).toEqual(['a']);
  });

  it('may contain half-width katakana', () => {
    const text = '川の水は春の間ずっと高く、誰も橋を渡ろうとはしなかった。'.repeat(3);
    const heads = ['ﾌﾟﾛﾛｰｸﾞ', '第1話 ﾃｽﾄ', '第2話 雨'];
    expect(titles(heads.map((head, at) => `${head}\n\n${text}${at}\n`).join('\n\n'))).toEqual([
      'プロローグ',
      '第1話 テスト',
      '第2話 雨',
    ]);
  });
});

describe('a contents list of paragraphs', () => {
  it('is left out, with its page numbers', () => {
    const entry = (id: string, text: string, page: string) =>
      `<p><span><a href="#${id}">${text}&nbsp;</a></span><span>${page}</span></p>`;
    const html = `<p>Contents</p>${entry('h.1', 'Chapter 1', '')}${entry('h.2', 'Chapter 2', '<a href="#h.2">12</a>')}<h2 id="h.1">Chapter 1</h2><p>${TEXT}</p><h2 id="h.2">Chapter 2</h2><p>${TEXT}</p>`;
    const { chapters: found, leftOut } = readManuscript(strToU8(html), 'a.html');
    expect(found.map(({ title }) => title)).toEqual(['Chapter 1', 'Chapter 2']);
    expect(leftOut).toMatchObject([{ what: 'Contents list', count: 2 }]);
  });

  it('is not mistaken for text with single links', () => {
    const html = `<p><a href="#x">A map</a></p><p>${TEXT}</p><h2 id="x">Chapter 1</h2><p>${TEXT}</p><h2>Chapter 2</h2><p>${TEXT}</p>`;
    expect(titles(html, 'a.html')).toEqual(['a', 'Chapter 1', 'Chapter 2']);
  });
});

describe('an archive of files', () => {
  it('is one book if its folders are volumes, even if a volume has one chapter', async () => {
    const { books } = await readBooks({
      'Raft/Volume 1/001 - Rain.txt': TEXT,
      'Raft/Volume 1/002 - Fog.txt': `${TEXT}b`,
      'Raft/Volume 2/003 - Sun.txt': `${TEXT}c`,
    });
    expect(books.map((one) => [one.book.title, ...titlesOf(one)])).toEqual([
      ['Raft', 'Chapter 1: Rain', 'Chapter 2: Fog', 'Chapter 3: Sun'],
    ]);
  });

  it('contains the pictures of an HTML or Markdown file, as Google Docs exports them', async () => {
    for (const [name, text] of [
      ['Raft.html', `<h1>Rain</h1><p>${TEXT}</p><p><img src="images/image1.png" alt="Map"></p>`],
      ['Raft.md', `# Rain\n\n${TEXT}\n\n![Map](images/image1.png)\n`],
    ] as const) {
      const { books } = await readBooks({ [name]: text, 'images/image1.png': PNG });
      expect(
        books[0]?.book.images.map(({ type }) => type),
        name,
      ).toEqual(['image/png']);
      expect(books[0]?.book.chapters[0]?.html).toContain(`src="epub-image:${books[0]?.book.images[0]?.id}" alt="Map"`);
      expect(books[0]?.book.leftOut).toEqual([]);
    }
  });

  it('contains the pictures of the files of its chapters', async () => {
    const { books } = await readBooks({
      '01.html': `<p>${TEXT}<img src="pics/a.png" alt="Map"></p>`,
      '02.html': `<p>${TEXT}b</p>`,
      'pics/a.png': PNG,
    });
    expect(books[0]?.book.images).toHaveLength(1);
  });
});

describe('the chapter titles of an EPUB file', () => {
  const read = async (nav: readonly string[], metadata?: string) => {
    const documents = Object.fromEntries(nav.map((title, at) => [`${at}.xhtml`, `<h1>${title}</h1>${prose()}`]));
    const list = nav.map((title, at) => item(`${at}.xhtml`, title)).join('');
    return (await readEpub(makeEpub({ documents, nav: list, ...(metadata && { metadata }) }))).chapters.map(
      ({ title }) => title,
    );
  };

  it('do not repeat the title of the book', async () => {
    expect(
      await read(['Chapter 1: Rain - The Lamp | Royal Road', 'Chapter 2 - The Lamp', 'The Lamp - Chapter 3: Fog']),
    ).toEqual(['Chapter 1: Rain', 'Chapter 2', 'Chapter 3: Fog']);
    expect(await read(['Chapter 1: The Lamp', 'Chapter 2 - Rain'])).toEqual(['Chapter 1: The Lamp', 'Chapter 2: Rain']);
  });

  it('are not repeated in the text if the number has a block of its own', async () => {
    const page = (number: string, title: string) =>
      `<div><div>${number}</div><div><h1>${title}</h1></div></div>${prose()}`;
    const nav = item('a.xhtml', '1. Rain') + item('b.xhtml', 'Chapter Two: Fog') + item('c.xhtml', '3. Sun');
    const documents = {
      'a.xhtml': page('1', 'RAIN'),
      'b.xhtml': page('Chapter 2', 'Fog'),
      'c.xhtml': page('4', 'Sun'),
    };
    const read = await readEpub(makeEpub({ documents, nav }));
    const above = read.chapters.map(({ html }) => html.slice(0, html.indexOf(prose().slice(3, 12))));
    expect(above).toEqual(['<p>', '<p>', expect.stringContaining('<p>4</p>')]);
  });

  it('make the acts of a play its chapters', async () => {
    const act = (title: string) => `<h2>${title}</h2><h3>Scene I</h3>${prose()}`;
    const documents = { 'p.xhtml': `<h2>Preface</h2>${prose()}`, 'a.xhtml': act('ACT I'), 'b.xhtml': act('ACT II') };
    const nav = item('p.xhtml', 'Preface') + item('a.xhtml', 'Act I') + item('b.xhtml', 'Act II: The Mill');
    const read = await readEpub(makeEpub({ documents, nav }));
    expect(read.chapters.map(({ title, kind }) => [title, kind])).toEqual([
      ['Preface', 'section'],
      ['Act 1', 'chapter'],
      ['Act 2: The Mill', 'chapter'],
    ]);
  });

  it('do not contain the marks of FanFicFare for new chapters', async () => {
    expect(await read(['1. Rain', '2. (new) Fog', '(new) 3. Sun'])).toEqual([
      'Chapter 1: Rain',
      'Chapter 2: Fog',
      'Chapter 3: Sun',
    ]);
  });

  it('keep "(new)" if FanFicFare has not written it', async () => {
    expect(await read(['(New) Beginnings', '(new) beginnings', '2. (New) Friends', 'Rain (new)'])).toEqual([
      '(New) Beginnings',
      '(new) beginnings',
      'Chapter 2: (New) Friends',
      'Rain (new)',
    ]);
    expect(await read(['1. (old) rain', '2. (new) friends'])).toEqual([
      'Chapter 1: (old) rain',
      'Chapter 2: (new) friends',
    ]);
    const tool = '<dc:title>The Lamp</dc:title><dc:contributor>FanFicFare [https://example.org]</dc:contributor>';
    expect(await read(['1. rain', '2. (new) fog'], tool)).toEqual(['Chapter 1: rain', 'Chapter 2: fog']);
    expect(await read(['(new) Chapter 3: Sun'])).toEqual(['Chapter 3: Sun']);
  });
});

describe('manuscripts of other tools', () => {
  const text = (source: string, name: string) => readManuscript(new TextEncoder().encode(source), name);

  it('have the metadata of MultiMarkdown above their text', () => {
    const source =
      'Title: The Raft:\n  A Tale\nAuthor: Mara Lind; Bo Rey\nBase Header Level: 2\n\n## Chapter 1\n\nRain.\n\n## Chapter 2\n\nFog.\n';
    const { title, authors, chapters } = text(source, 'a.md');
    expect([title, authors, chapters.map((chapter) => chapter.title)]).toEqual([
      'The Raft: A Tale',
      ['Mara Lind', 'Bo Rey'],
      ['Chapter 1', 'Chapter 2'],
    ]);
    const letter = text('Bo: No.\nMara: Yes.\n\nThey went.\n', 'Rain.md');
    expect([letter.title, letter.chapters[0]?.html]).toEqual(['Rain', expect.stringContaining('Bo: No.')]);
    // Dialogue and headings of this form are text, also with a line that could be a title.
    const dialogue = text('Bo: Where is it?\nTitle: The lost one.\nBo: There.\n\nThey went.\n', 'Rain.md');
    expect([dialogue.title, dialogue.chapters[0]?.html]).toEqual(['Rain', expect.stringContaining('Where is it?')]);
    const heading = text('Title: The Raft\nChapter 1: Rain\nNote: it rained.\n\nIt rained.\n', 'a.md');
    expect(JSON.stringify(heading.chapters)).toContain('Note: it rained.');
  });

  it('separate scenes in plain text by "#"', () => {
    const scene = `${TEXT}\n\n#\n\n${TEXT}`;
    const { chapters } = text(`Chapter 1\n\n${scene}\n\nChapter 2\n\n${TEXT}\n`, 'a.txt');
    expect(chapters[0]?.html).toMatch(/<\/p>\s*<hr \/>\s*<p>/);
  });

  it('have no rule above the notes of Google Docs', () => {
    const note = '<div><p><a href="#ftnt_ref1" id="ftnt1">[1]</a> A ford.</p></div>';
    const reference = '<sup><a href="#ftnt1" id="ftnt_ref1">[1]</a></sup>';
    const page = `<h1>Rain</h1><p>${TEXT}${reference}</p><h1>Fog</h1><p>${TEXT}</p><hr class="c20">${note}`;
    const [rain, fog] = text(page, 'a.html').chapters;
    expect(rain?.html).toContain('A ford.');
    expect(fog?.html).not.toContain('<hr');
  });

  it('separate notes by the author from the story in HTML', () => {
    const note = '<div class="author-note-portlet"><p>Thanks!</p></div>';
    const { chapters } = text(`<h1>Rain</h1>${note}<p>${TEXT}</p>${note}`, 'a.html');
    expect(chapters[0]?.html.match(/<hr \/>/g)).toHaveLength(2);
  });
});
