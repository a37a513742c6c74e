import iconv from 'iconv-lite';
import { describe, expect, it } from 'vitest';
import { type ImportedBook, readEpub } from '#src/api/epub/index.ts';
import { chapterBlocks } from '#src/api/import/plan/blocks.ts';
import { previewOf } from '#src/api/import/preview-of.ts';
import { readManuscript } from '#src/api/manuscript/index.ts';
import { plainText } from '#src/api/store/plain-text.ts';
import { previewText } from '#src/commands/content/import-text.ts';
import { type BookSpec, item, makeEpub, navPoint, PNG, prose } from '../epub/make-epub.ts';

const WIDE =
  'The ice had come down from the hills in the night, and by morning the mill\nwheel was still; the miller walked round it twice and went back to his bed\nwithout a word.';

const read = (text: string | Uint8Array, name = 'a.txt', options = {}) =>
  readManuscript(typeof text === 'string' ? Buffer.from(text) : text, name, options);
const fromEpub = (spec: BookSpec) => readEpub(makeEpub(spec));
const titles = ({ chapters }: Pick<ImportedBook, 'chapters'>) => chapters.map(({ title }) => title);
const kinds = ({ chapters }: Pick<ImportedBook, 'chapters'>) => chapters.map(({ title, kind }) => [title, kind]);
const texts = ({ chapters }: Pick<ImportedBook, 'chapters'>) =>
  chapters.map(({ html }) => html.replaceAll('\n', '').replaceAll(/<p>|<\/p>/g, '|'));
/** A text with a chapter per heading. Each chapter has one paragraph, which ends with the chapter's number. */
const withHeadings = (head: string, headings: readonly string[], paragraph: string) =>
  [head, ...headings.flatMap((heading, at) => [heading, `${paragraph}${at + 1}`])].join('\n\n');
const textsNaming = (paragraph: string, count: number) =>
  Array.from({ length: count }, (_, at) => `|${paragraph}${at + 1}|`);

describe('the import of a text in a legacy encoding', () => {
  const CASES = [
    {
      encoding: 'gbk',
      language: 'zh',
      head: '雪夜\n作者：沈青',
      headings: ['第一章 山门', '第二章 石桥', '第三章 归人'],
      expected: ['第一章 山门', '第二章 石桥', '第三章 归人'],
      paragraph: '雪下了一夜，门前没有脚印，只有一盏灯。她把门关上了。',
      title: '雪夜',
      author: '沈青',
    },
    {
      encoding: 'windows-1250',
      language: 'pl',
      head: 'Zima w młynie\nJan Żuk',
      headings: ['Rozdział I', 'Rozdział II', 'Rozdział III'],
      expected: ['Rozdział 1', 'Rozdział 2', 'Rozdział 3'],
      paragraph: 'Śnieg leżał na dachach, a młynarz jeszcze spał. Nikt nie wyszedł przed świtem.',
      title: 'Zima w młynie',
      author: 'Jan Żuk',
    },
  ];

  it.each(CASES)('detects the encoding $encoding', ({ encoding, language, head, headings, paragraph, ...one }) => {
    const book = read(iconv.encode(withHeadings(head, headings, paragraph), encoding));
    expect(book).toMatchObject({ title: one.title, authors: [one.author], language, doubts: [] });
    expect(titles(book)).toEqual(one.expected);
    expect(texts(book)).toEqual(textsNaming(paragraph, 3));
  });

  const UNCLEAR = Buffer.from('\xe1\xe2, \xe3', 'latin1');
  const previewed = (options = {}) => {
    const book = read(UNCLEAR, 'a.txt', options);
    const blocks = book.chapters.map(({ html }) => chapterBlocks(html));
    return previewText(previewOf(book, { file: 'a.txt', blocks, bytes: UNCLEAR }));
  };

  it('shows an uncertain encoding and the alternatives in the preview until the operator chooses one', () => {
    const text = previewed();
    const { encoding = '' } = read(UNCLEAR);
    expect(text).toContain(`? encoding: probably ${encoding}; choose it with --encoding`);
    expect(text).toMatch(/\n {10}windows-1251 +бв, г\n/);
    const chosen = previewed({ encoding: 'windows-1251' });
    expect(chosen).toContain('windows-1251)');
    expect(chosen).toContain('бв, г');
    expect(chosen).not.toContain('? encoding');
  });

  it('fails if the chosen encoding cannot decode the text', () => {
    expect(() => read(UNCLEAR, 'a.txt', { encoding: 'utf-8' })).toThrow(/UTF-8|utf-8/);
  });
});

describe('the import of a Chinese text', () => {
  it('recognises every usual form of chapter heading', () => {
    const headings = [
      '楔子',
      '第1章 山门',
      '第 2 章 石桥',
      '【第三章】归人',
      '第４章：雪',
      '〖第五章〗旧信',
      '番外二 春天',
      '尾声',
    ];
    const paragraph = '雪下了一夜，门前没有脚印。第几日，她也不记得了：';
    const book = read(withHeadings('雪夜\n作者：沈青', headings, paragraph));
    expect(book).toMatchObject({ title: '雪夜', authors: ['沈青'], language: 'zh' });
    expect(kinds(book)).toEqual([
      ['楔子', 'section'],
      ['第1章 山门', 'chapter'],
      ['第 2 章 石桥', 'chapter'],
      ['第三章 归人', 'chapter'],
      ['第４章 雪', 'chapter'],
      ['第五章 旧信', 'chapter'],
      ['番外二 春天', 'section'],
      ['尾声', 'section'],
    ]);
    expect(texts(book)).toEqual(textsNaming(paragraph, 8));
  });

  it('reports no gaps between chapter numbers in different numeral systems', () => {
    const headings = ['第九十九章', '第一百章', '第一百零一章', '第一〇二章', '第壹佰零叁章', '第104章'];
    const next = ['第一百九十九章', '第两百章', '第两百零一章', '第二〇二章', '第贰佰零叁章'];
    for (const series of [headings, next]) {
      const book = read(withHeadings('雪夜\n作者：沈青', series, '雪下了一夜，门前没有脚印。'));
      expect(titles(book)).toEqual(series);
      expect(book.doubts).toEqual([]);
    }
    const [message] = read(withHeadings('雪夜', ['第两百章', '第两百零三章'], '雪下了一夜。')).doubts ?? [];
    expect(message?.message).toContain('after 200 comes 203');
  });
});

describe('the import of a text with very short chapters', () => {
  it.each([
    [['Chapter 1', 'Chapter 2', 'Chapter 3'], 'It snowed all night'],
    [['第一章', '第二章', '第三章'], '雪下了一夜'],
  ])('keeps the only line of each chapter as its text: %j', (headings, line) => {
    const book = read(withHeadings('A Book\nby Ann Sorel', headings, line));
    expect(titles(book)).toEqual(headings);
    expect(texts(book)).toEqual(textsNaming(line, 3));
  });

  it('takes chapter titles from the lines below the headings, and omits the table of contents', () => {
    const entry = (number: string, title: string) => `CHAPTER ${number}\n\n${title}\n\n`;
    const list = `${entry('I', 'The Ice')}${entry('II', 'The Thaw')}\n\n`;
    const body = `${entry('I', 'The Ice')}It snowed.\n\n${entry('II', 'The Thaw')}It rained.\n`;
    const book = read(`A Book\nby Ann Sorel\n\n${list}${body}`);
    expect(titles(book)).toEqual(['Chapter 1: The Ice', 'Chapter 2: The Thaw']);
    expect(texts(book)).toEqual(['|It snowed.|', '|It rained.|']);
  });
});

describe('the import of a text in another language', () => {
  it('finds headings with ordinals or numbers in words, and stores the epilogue as a section', () => {
    const headings = [
      'PROLOGUE',
      'CHAPITRE PREMIER',
      'Chapitre II',
      'CHAPITRE TROISIÈME',
      'Chapitre quatre',
      'ÉPILOGUE',
    ];
    const paragraph = 'La neige couvrait les toits, et le meunier dormait encore. Page ';
    const book = read(withHeadings('Le Moulin\npar Anne Sorel', headings, paragraph));
    expect(book).toMatchObject({ title: 'Le Moulin', authors: ['Anne Sorel'], language: 'fr', doubts: [] });
    expect(kinds(book)).toEqual([
      ['Prologue', 'section'],
      ['Chapitre 1', 'chapter'],
      ['Chapitre 2', 'chapter'],
      ['Chapitre 3', 'chapter'],
      ['Chapitre 4', 'chapter'],
      ['Épilogue', 'section'],
    ]);
    expect(texts(book)).toEqual(textsNaming(paragraph, 6));
  });
});

describe('English headings in imported texts', () => {
  const paragraph = 'Snow lay on the roofs, and the miller still slept. Page ';
  const book = (...headings: string[]) => read(withHeadings('The Mill\nby Ann Sorel', headings, paragraph));

  it('may have a dot and leading zeros before the number', () => {
    const one = book('chapter.001', 'chapter.002 The Ice', 'chapter.003');
    expect(titles(one)).toEqual(['Chapter 1', 'Chapter 2: The Ice', 'Chapter 3']);
    expect(texts(one)).toEqual(textsNaming(paragraph, 3));
  });

  it('may have numbers in words, which are removed from the title', () => {
    const one = book(
      'CHAPTER THE SECOND',
      'CHAPTER THIRTY-TWO',
      'Chapter One Hundred',
      'CHAPTER ONE HUNDRED AND FOUR: ICE',
      'Chapter the Fifth. In Which It Snows',
    );
    expect(titles(one)).toEqual([
      'Chapter 2',
      'Chapter 32',
      'Chapter 100',
      'Chapter 104: ICE',
      'Chapter 5: In Which It Snows',
    ]);
    expect(texts(one)).toEqual(textsNaming(paragraph, 5));
  });

  it('are recognised in an EPUB file if their numbers are spelled out, and are removed from the text', async () => {
    const headings = [
      'Chapter Thirty',
      'Chapter Thirty-One',
      'Chapter One Hundred',
      'Chapter One Hundred and Two',
      'Chapter the Third',
    ];
    const documents = Object.fromEntries(
      headings.map((heading, at) => [`${at}.xhtml`, `<h2>${heading}</h2><p>Page ${at}.</p>`]),
    );
    const nav = headings.map((heading, at) => item(`${at}.xhtml`, heading)).join('');
    const one = await fromEpub({ documents, nav });
    expect(titles(one)).toEqual(['Chapter 30', 'Chapter 31', 'Chapter 100', 'Chapter 102', 'Chapter 3']);
    expect(texts(one)).toEqual(headings.map((_, at) => `|Page ${at}.|`));
  });

  it('do not include Roman numerals within chapters, which remain headings of scenes', () => {
    const one = read(
      'The Mill\nby Ann Sorel\n\nChapter 1\n\nI\n\nIce.\n\nII\n\nSnow.\n\nChapter 2\n\nI\n\nRain.\n\nII\n\nMud.',
    );
    expect(titles(one)).toEqual(['Chapter 1', 'Chapter 2']);
    expect(texts(one)).toEqual(['<h3>I</h3>|Ice.|<h3>II</h3>|Snow.|', '<h3>I</h3>|Rain.|<h3>II</h3>|Mud.|']);
  });
});

describe('headings of imported texts that authors formatted by hand', () => {
  const underlined = (sign: string) =>
    [1, 2, 3].map((number) => `Chapter ${number}\n${sign.repeat(9)}\n\nSnow fell ${number}.`).join('\n\n');

  it.each(['=', '-', '~', '*'])('may be underlined: %s', (sign) => {
    const book = read(`The Mill\nby Ann Sorel\n\n${underlined(sign)}\n`);
    expect(titles(book)).toEqual(['Chapter 1', 'Chapter 2', 'Chapter 3']);
    expect(texts(book)).toEqual(textsNaming('Snow fell ', 3).map((text) => text.replace(/(\d)\|/, '$1.|')));
  });

  const chapter = (heading: string) => `${heading}<p>Snow fell.</p>`;
  it.each([
    ['bold', '<p><b>#</b></p>'],
    ['centred', '<p align="center">#</p>'],
    ['in a box', '<div><p class="MsoNormal"><span style="font-size:20pt">#</span></p></div>'],
  ])('may be paragraphs of an HTML page: %s', (_form, heading) => {
    const at = (text: string) => chapter(heading.replace('#', text));
    const page = `<div class="WordSection1">${at('Prologue')}${at('CHAPTER ONE')}${at('Chapter Two: Ice')}${at('Epilogue')}</div>`;
    const book = read(page, 'mill.html');
    expect(kinds(book)).toEqual([
      ['Prologue', 'section'],
      ['Chapter 1', 'chapter'],
      ['Chapter 2: Ice', 'chapter'],
      ['Epilogue', 'section'],
    ]);
    expect(texts(book).every((text) => text === '|Snow fell.|')).toBe(true);
  });

  it('may be bold or plain paragraphs of Markdown, also below parts', () => {
    const text = 'Part One\n\n**Chapter 1**\n\nSnow.\n\n**Chapter 2**\n\nIce.\n\nPart Two\n\nChapter 3\n\nMud.\n';
    const book = read(`---\ntitle: The Mill\n---\n\n${text}`, 'mill.md');
    expect(book.chapters.map(({ part, title }) => [part, title])).toEqual([
      ['Part 1', 'Chapter 1'],
      ['Part 1', 'Chapter 2'],
      ['Part 2', 'Chapter 3'],
    ]);
  });

  it.each([
    ['<p>Chapter 1 was lost.</p><p>Chapter 2 was not.</p>'],
    ['<p>Chapter 3</p><p>Snow.</p><p>Chapter 9</p><p>Ice.</p>'],
    ['<p>Chapter 1</p><p>Snow.</p>'],
    ['<p>1</p><p>Snow.</p><p>2</p><p>Ice.</p>'],
    ['<ul><li><p>Chapter 1</p></li><li><p>Chapter 2</p></li></ul><p>Snow.</p>'],
  ])('are not found in ordinary text: %s', (body) => {
    expect(titles(read(body, 'mill.html'))).toEqual(['mill']);
  });

  it.each([
    [['פרק א', 'פרק ב', 'פרק ג'], 'הטחנה'],
    [['פרק א׳', 'פרק ב׳', 'פרק ג׳'], 'הטחנה'],
    [['פרק י״ד', 'פרק ט״ו', 'פרק ט״ז'], 'הטחנה'],
    [['פרק ראשון', 'פרק שני', 'פרק שלישי'], 'הטחנה'],
    [['فصل اول', 'فصل دوم', 'فصل سوم'], 'آسیاب'],
  ])('may have Hebrew letters or Persian ordinals as numbers: %j', (headings, title) => {
    const paragraph =
      title === 'הטחנה' ? 'השלג ירד כל הלילה והטוחן עוד ישן. ' : 'تمام شب برف بارید و آسیابان هنوز خواب بود. ';
    const book = read(withHeadings(title, headings, paragraph));
    expect(titles(book)).toEqual(headings);
    expect(book.doubts).toEqual([]);
  });

  it('leave out the menus of web pages', () => {
    const book = read(
      '<nav>Home <a href="#x">Next</a></nav><h2>Chapter 1</h2><p>Snow.</p><h2 id="x">Chapter 2</h2><p>Ice.</p>',
      'mill.html',
    );
    expect(texts(book)).toEqual(['|Snow.|', '|Ice.|']);
  });
});

describe('the paragraphs of an imported text', () => {
  const LONG_TEXT = 'The ice had come down from the hills in the night, and by morning the mill wheel was still.';

  it('are recognised by empty lines, indents or line ends, separately in each chapter', () => {
    const wrapped = `${WIDE}\n\nNobody came.\n\n“Who?”`;
    const indented = `    ${WIDE}\n    Nobody came.\n    “Who?”`;
    const lines = `${LONG_TEXT}\nNobody came up the road before noon that day.\n“Who?”\n“You.”`;
    const book = read(
      `The Mill\nby Ann Sorel\n\nChapter 1\n\n${wrapped}\n\nChapter 2\n\n${indented}\n\nChapter 3\n\n${lines}\n`,
    );
    const joined = WIDE.replaceAll('\n', ' ');
    expect(texts(book)).toEqual([
      `|${joined}||Nobody came.||“Who?”|`,
      `|${joined}||Nobody came.||“Who?”|`,
      `|${LONG_TEXT}||Nobody came up the road before noon that day.||“Who?”||“You.”|`,
    ]);
  });
});

describe('the import of a text from Project Gutenberg', () => {
  const text = (body: string) =>
    `The Project Gutenberg eBook of The Mill, by Ann Sorel\n\nThis eBook is for the use of anyone anywhere.\n\nTitle: The Mill\n\nAuthor: Ann Sorel\n\nLanguage: English\n\n*** START OF THE PROJECT GUTENBERG EBOOK THE MILL ***\n\n\n\n\nTHE MILL\n\nby Ann Sorel\n\n\n\nCONTENTS\n\n CHAPTER I. The Ice\n CHAPTER II. The Thaw\n\n\n\nCHAPTER I.\n\nThe Ice\n\n\n${body}\n\n\nCHAPTER II.\n\nThe Thaw\n\n\n${WIDE}\n\n*** END OF THE PROJECT GUTENBERG EBOOK THE MILL ***\n\nUpdated editions will replace the previous one.\n`;
  const line = (words: string, steps = 0) =>
    `<span class="text-line${steps > 0 ? ` text-indent-${steps}` : ''}">${words}</span>`;

  it('keeps only the chapters, with their titles from the line below, emphasis and notes', () => {
    const book = read(text(`${WIDE} It was _very_ cold.[1]\n\n[1] Colder than the year before.`));
    expect(book).toMatchObject({ title: 'The Mill', authors: ['Ann Sorel'], language: 'en' });
    expect(kinds(book)).toEqual([
      ['Chapter 1: The Ice', 'chapter'],
      ['Chapter 2: The Thaw', 'chapter'],
    ]);
    const [one = '', two = ''] = texts(book);
    expect(one).toContain('It was <em>very</em> cold.<a class="text-note-ref" id="b-c0-1-ref" href="#b-c0-1">[1]</a>|');
    expect(one).toMatch(/<aside class="text-note" id="b-c0-1">.* Colder than the year before\.\|<\/aside>$/);
    expect(two).toBe(`|${WIDE.replaceAll('\n', ' ')}|`);
  });

  it.each([
    [
      'two lines with the second indented further',
      '    Who keeps the mill,\n      the keeper of the snow?',
      [line('Who keeps the mill,'), line('the keeper of the snow?', 1)],
    ],
    [
      'two lines without punctuation between them',
      '    Who keeps the mill\n        when the wheel is still?',
      [line('Who keeps the mill'), line('when the wheel is still?', 2)],
    ],
    [
      'lines that continue in lower case',
      '    the wheel is still,\n    the keeper sleeps,\n    and no one is awake.',
      [line('the wheel is still,'), line('the keeper sleeps,'), line('and no one is awake.')],
    ],
  ])('keeps the lines of verse: %s', (_what, verse, lines) => {
    const [one = ''] = texts(read(text(`${WIDE}\n\n${verse}\n\n${WIDE}`)));
    expect(one).toContain(`<p class="text-verse">${lines.join('<br />')}|`);
  });

  it.each([
    ['    He wrote that the wheel had been still for nine days and that\n    nobody had come up the road'],
    [
      '    1. An entry of a list that is wrapped at the width of the book,\n       and whose second line is further in.',
    ],
  ])('joins the lines of a wrapped quotation or list: %j', (quotation) => {
    const [one = ''] = texts(read(text(`${WIDE}\n\n${quotation}\n\n${WIDE}`)));
    expect(one).toContain(`<blockquote>|${quotation.trim().replaceAll(/\n +/g, ' ')}|</blockquote>`);
  });
});

describe('the import of an EPUB', () => {
  it('keeps stanzas within a quotation separate', async () => {
    const document = `<?xml version="1.0"?><html xmlns="http://www.w3.org/1999/xhtml" xmlns:epub="http://www.idpf.org/2007/ops"><head><title>x</title><style>
      p { margin: 0; text-indent: 1em } .poem p { text-indent: 0 } .poem p + p { margin-top: 1em }
      .poem span { display: block; padding-left: 1em; text-indent: -1em } .poem span + br { display: none }
      .poem .in { padding-left: 2em }</style></head><body><h2>I</h2>${prose()}<blockquote class="poem" epub:type="z3998:verse">
      <p><span>The wheel is still,</span><br/><span class="in">The keeper sleeps.</span></p>
      <p><span>The wheel is still,</span><br/><span class="in">Nobody weeps.</span></p></blockquote>${prose()}</body></html>`;
    const { chapters } = await fromEpub({ documents: { 'a.xhtml': document } });
    const stanza = (last: string) =>
      `<p class="text-verse"><span class="text-line">The wheel is still,</span><br /><span class="text-line text-indent-1">${last}</span></p>`;
    const [quotation = ''] = /<blockquote.*<\/blockquote>/s.exec(chapters[0]?.html ?? '') ?? [];
    expect(quotation.replaceAll(/\s*\n\s*/g, '')).toBe(
      `<blockquote>${stanza('The keeper sleeps.')}${stanza('Nobody weeps.')}</blockquote>`,
    );
  });

  it('keeps the numbers and markers of lists', async () => {
    const { chapters } = await fromEpub({
      documents: {
        'a.xhtml': `<h2>I</h2>${prose()}<ol start="5"><li>five</li><li value="10">ten</li></ol><ol type="a" reversed="reversed" start="3"><li>c</li></ol>
          <ol style="list-style-type: upper-roman"><li>one</li></ol><ul style="list-style: none"><li>plain</li></ul>`,
      },
    });
    const html = chapters[0]?.html.replaceAll(/\s*\n\s*/g, '') ?? '';
    expect(html.slice(html.indexOf('<ol'))).toBe(
      '<ol start="5"><li>five</li><li value="10">ten</li></ol><ol reversed="reversed" start="3" class="text-list-lower-alpha"><li>c</li></ol>' +
        '<ol class="text-list-upper-roman"><li>one</li></ol><ul class="text-list-none"><li>plain</li></ul>',
    );
  });

  it('uses headings as chapter titles if the table of contents has no titles, and removes these headings from the text', async () => {
    const names = ['Ice', 'Thaw', 'Flood'];
    const documents = Object.fromEntries(names.map((name, at) => [`${at}.xhtml`, `<h2>${name}</h2>${prose()}`]));
    const ncx = names.map((_, at) => navPoint(`n${at}`, `${at}.xhtml`, [' ', '&#160;', ''][at] ?? '')).join('');
    const book = await fromEpub({ documents, ncx });
    expect(titles(book)).toEqual(names);
    expect(texts(book).join('')).not.toMatch(/<h\d|Ice|Thaw|Flood/);
  });

  it('joins drop caps and pictured initials with the rest of their words in the searchable text', async () => {
    const document = `<h2>I</h2><p><span class="drop">S</span>now lay deep.</p><p><img src="w.png" alt="W"/>hen it thawed.</p>`;
    const { chapters } = await fromEpub({ documents: { 'a.xhtml': document }, files: { 'OEBPS/w.png': PNG } });
    expect(plainText(chapters[0]?.html ?? '').split(/\n+/)).toEqual(
      expect.arrayContaining(['Snow lay deep.', 'When it thawed.']),
    );
  });
});

describe('links in an imported EPUB', () => {
  it.each([
    ['paragraph', '<section id="a"><div id="b"><p>Ice.</p></div></section>'],
    ['heading with its own anchor', '<section id="a"><h3 id="b">Ice</h3><p>Ice.</p></section>'],
    ['list', '<section id="a"><div id="b"><ul><li>Ice.</li></ul></div></section>'],
    ['text', '<section id="a"><div id="b">Ice.</div></section>'],
  ])('still lead to separate targets if the targets are nested containers of a %s', async (_, target) => {
    const { chapters } = await fromEpub({
      documents: {
        'a.xhtml': `<h2>I</h2><p>See <a href="#a">one</a> and <a href="#b">two</a>.</p>${prose()}${target}`,
      },
    });
    const html = chapters[0]?.html ?? '';
    const links = [...html.matchAll(/ href="#([\w-]+)"/g)].map(([, id]) => id);
    expect(new Set(links).size).toBe(2);
    for (const id of links) expect(html).toContain(` id="${id}"`);
  });
});

describe('an import preview', () => {
  const previewed = async (body: string) => {
    const book = await fromEpub({ documents: { 'a.xhtml': `<h2>I</h2>${body}` } });
    return previewOf(book, { file: 'a.epub', blocks: book.chapters.map(({ html }) => chapterBlocks(html)) });
  };

  it('counts the notes in definition lists, list items and table rows', async () => {
    const reference = (id: string) => `<a id="r${id}" href="#${id}">${id.slice(1)}</a>`;
    const back = (id: string) => `<a href="#r${id}">${id.slice(1)}</a>`;
    const preview = await previewed(
      `${prose()}<p>One${reference('n1')}, two${reference('n2')}, three${reference('n3').replace('<a', '<a epub:type="noteref"')}.</p>
       <dl><dt id="n1">${back('n1')}</dt><dd>First.</dd></dl><table><tr><td id="n2">${back('n2')}</td><td>Second.</td></tr></table>
       <ol><li id="n3" epub:type="footnote">Third. ${back('n3')}</li></ol>`,
    );
    expect(preview.totals.notes).toBe(3);
  });

  it('counts hidden notes in any element', async () => {
    const reference = (id: string) => `<a id="r${id}" href="#${id}"><sup>${id.slice(1)}</sup></a>`;
    const preview = await previewed(
      `${prose()}<p>One${reference('n1')}, two${reference('n2')}, three${reference('n3')}, one again<a href="#n1">1</a>.</p>
       <aside id="n1" hidden="hidden"><p>First note.</p></aside><div id="n2" style="display:none">Second note.</div>
       <section hidden=""><p id="n3">Third note.</p><p>More of it.</p></section>`,
    );
    expect(preview.totals.notes).toBe(3);
  });

  it('begins with the text of a chapter, without references and notes', async () => {
    const forms = [
      '<aside epub:type="footnote" id="n"><p>A low dam.</p></aside>',
      '<p id="n"><a href="#r">[1]</a> A low dam.</p>',
      '<dl><dt id="n"><a href="#r">1</a></dt><dd>A low dam.</dd></dl>',
      '<ol><li id="n">A low dam. <a href="#r">↩</a></li></ol>',
      '<table><tr><td id="n"><a href="#r">1</a></td><td>A low dam.</td></tr></table>',
    ];
    for (const note of forms) {
      const preview = await previewed(
        `<p>The weir<a id="r" href="#n"><sup>[1]</sup></a> was old.</p>${note}<p>Snow fell.</p>`,
      );
      expect([note, preview.chapters[0]?.begins]).toEqual([note, 'The weir was old. Snow fell.']);
    }
    const notes = await previewed(`<aside epub:type="footnote"><p>Only a note.</p></aside>`);
    expect(notes.chapters[0]?.begins).toBe('Only a note.');
  });

  it('inserts spaces between the list terms, table cells and lines at the beginning of a chapter', async () => {
    const preview = await previewed(
      '<dl><dt>Weir</dt><dd>A low dam.</dd></dl><table><tr><th>Day</th><td>Ice</td></tr></table><p>One<br/>two</p>',
    );
    expect(preview.chapters[0]?.begins).toBe('Weir A low dam. Day Ice One two');
  });
});
