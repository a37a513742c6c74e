import { describe, expect, it } from 'vitest';
import { readManuscript } from '#src/api/manuscript/index.ts';

const read = (text: string, options = {}) => readManuscript(Buffer.from(text), 'a-book.txt', options);
const titles = (text: string, options = {}) => read(text, options).chapters.map(({ title }) => title);
const html = (text: string) =>
  read(text)
    .chapters.map((chapter) => chapter.html.replaceAll('\n', ''))
    .join('|');
const paragraphs = (text: string) => [...html(text).matchAll(/<p[^>]*>(.*?)<\/p>/g)].map(([, inner]) => inner);

const SENTENCE =
  'The lamp in the window had burned all night, and the people of the village said that someone must be waiting there.';

describe('headings of plain text', () => {
  const chaptersOf = (headings: readonly string[], prose: string) =>
    titles(headings.map((heading) => `${heading}\n\n${prose}\n\n${prose}`).join('\n\n'));
  const JAPANESE = '川の水は高く、橋は半分沈んでいた。誰も夜には渡らなかった。';
  const KOREAN = '그해 봄 강물은 높았고 다리는 반쯤 잠겨 있었다. 아무도 밤에는 건너지 않았다.';

  it('include full-width numbers with full-width periods', () => {
    expect(chaptersOf(['プロローグ', '１．渡し場', '２．水車小屋', 'エピローグ'], JAPANESE)).toHaveLength(4);
  });

  it.each([
    ['第一話　渡し場', '第二話　水車小屋', '最終話　夜雨'],
    ['Eerste hoofdstuk', 'Tweede hoofdstuk', 'Naschrift'],
    ['CHAPTER THE FIRST', 'CHAPTER THE SECOND', 'CHAPTER THE LAST'],
    ['Chapter 1', 'Chapter 2', 'The Final Chapter'],
    ['Capítulo primero', 'Capítulo segundo', 'Capítulo último'],
    ['Chapitre premier', 'Chapitre 2', 'Dernier chapitre'],
    ['Глава 1', 'Глава 2', 'Последняя глава'],
    ['Birinci Bölüm', 'İkinci Bölüm', 'Son Bölüm'],
  ])('include an unnumbered heading at the end: %s, %s, %s', (...headings) => {
    expect(chaptersOf(headings, headings[0]?.startsWith('第') ? JAPANESE : SENTENCE)).toHaveLength(3);
  });

  it('exclude a Korean number with a particle', () => {
    expect(chaptersOf(['1장만 더 읽자.', '3화까지 보았다.'], KOREAN)).toHaveLength(1);
  });
});

describe('paragraphs of plain text', () => {
  it('begin at lines indented with tabs or spaces, and wrapped lines are joined', () => {
    expect(paragraphs('Chapter 1\n\n\tIt ran high, and\nthe bridge was under.\n\tNobody crossed.\n\t“Who?”')).toEqual([
      'It ran high, and the bridge was under.',
      'Nobody crossed.',
      '“Who?”',
    ]);
    expect(paragraphs('Chapter 1\n\n   First begins and\ngoes on.\n   Second one.')).toEqual([
      'First begins and goes on.',
      'Second one.',
    ]);
  });

  it('are single lines in a text without empty lines', () => {
    expect(paragraphs(`Chapter 1\n${SENTENCE}\n“Yes?”\n“No.”\n${SENTENCE}`)).toEqual([
      SENTENCE,
      '“Yes?”',
      '“No.”',
      SENTENCE,
    ]);
  });

  it('join lines that are wrapped at a fixed width, with a space only in scripts that use spaces', () => {
    const wrapped = SENTENCE.replaceAll(/(.{50}\S*) /g, '$1\n');
    expect(paragraphs(`${wrapped}\n\n${wrapped}`)).toEqual([SENTENCE, SENTENCE]);
    expect(
      paragraphs('江水很急桥在水下他没有回答只是看着灯江水很急桥在\n水下他没有回答，只是看着灯。\n\n他走了。'),
    ).toEqual(['江水很急桥在水下他没有回答只是看着灯江水很急桥在水下他没有回答，只是看着灯。', '他走了。']);
  });

  it('end at short lines if wrapped lines are not otherwise divided into paragraphs', () => {
    const wrapped = SENTENCE.replaceAll(/(.{50}\S*) /g, '$1\n');
    expect(paragraphs(`Chapter 1\n${wrapped}\n${wrapped}\n${wrapped}`)).toEqual([SENTENCE, SENTENCE, SENTENCE]);
  });

  it('keep the lines of verse and of signatures in letters, with their indents', () => {
    const text = `${SENTENCE}\n\n    The river runs,\n      the lamp burns on,\n    and no one comes.\n\n${SENTENCE}\n\nYours,\nMara\n\n${SENTENCE}`;
    expect(html(text)).toContain(
      '<p class="text-verse"><span class="text-line">The river runs,</span><br /><span class="text-line text-indent-1">the lamp burns on,</span><br /><span class="text-line">and no one comes.</span></p>',
    );
    expect(html(text)).toContain('<span class="text-line">Yours,</span><br /><span class="text-line">Mara</span>');
  });

  const STANZA = ['The river runs by mill and weir,', 'And no one knows its name,', 'It was not there another year.'];
  const VERSE = `<p class="text-verse">${STANZA.map((line) => `<span class="text-line">${line}</span>`).join('<br />')}</p>`;
  const wrappedAt = (text: string, columns: number) =>
    text.replaceAll(new RegExp(`(.{${columns - 8}}\\S*) `, 'g'), '$1\n');

  it.each([
    ['between paragraphs of one line each', SENTENCE, '    '],
    ['between wrapped paragraphs', wrappedAt(`${SENTENCE} ${SENTENCE}`, 70), '    '],
    ['without an indent', SENTENCE, ''],
  ])('keep a stanza of three lines %s', (_, prose, indent) => {
    const stanza = STANZA.map((line) => indent + line).join('\n');
    expect(html(`${prose}\n\n${stanza}\n\n${stanza}\n\n${prose}`)).toContain(VERSE + VERSE);
  });

  it('keep stanzas that are indented deeper than the paragraphs', () => {
    const stanza = STANZA.map((line) => `        ${line}`).join('\n');
    const indented = `    ${SENTENCE}\n\n${stanza}\n\n    ${SENTENCE}\n    ${SENTENCE}`;
    const wrapped = wrappedAt(`    ${SENTENCE} ${SENTENCE}`, 70);
    for (const text of [indented, `${wrapped}\n${wrapped}\n\n${stanza}\n\n${wrapped}\n    Short.\n    Shorter.`])
      expect(html(text)).toContain(VERSE);
    expect(paragraphs(`${wrapped}\n${wrapped}\n\n    Short.\n    Shorter.`).slice(-2)).toEqual(['Short.', 'Shorter.']);
  });

  it("have a text direction if it differs from the book's direction", () => {
    const hebrew = 'הנהר היה גבוה באותו אביב, ואיש לא חצה אחרי רדת החושך.';
    expect(html(`${SENTENCE}\n\n${hebrew}\n\n${SENTENCE}`)).toBe(
      `<p>${SENTENCE}</p><p dir="rtl">${hebrew}</p><p>${SENTENCE}</p>`,
    );
    expect(html(`${hebrew}\n\n${hebrew}\n\nHello there, said the captain.`)).toBe(
      `<p>${hebrew}</p><p>${hebrew}</p><p dir="ltr">Hello there, said the captain.</p>`,
    );
  });

  it('keep centred lines, and lines of asterisks become rules', () => {
    expect(html(`${SENTENCE}\n\n                    FOR SALE\n\n* * *\n\n${SENTENCE}`)).toBe(
      `<p>${SENTENCE}</p><p class="text-center">FOR SALE</p><hr /><p>${SENTENCE}</p>`,
    );
  });
});

describe('the title and author of plain text', () => {
  it.each([
    ['# The Raft\nby Mara Lind', 'The Raft', 'Mara Lind', 'Chapter 1', SENTENCE],
    ['星を直す人\n山田ユキ', '星を直す人', '山田ユキ', '第一章', '江水は高かった。彼は何も言わずに帰った。'],
    ['星を直す人\nルイス・キャロル', '星を直す人', 'ルイス・キャロル', '第一章', '彼は何も言わずに帰った。'],
  ])('are read from %j', (head, title, author, heading, text) => {
    expect(read(`${head}\n\n${heading}\n\n${text}`)).toMatchObject({ title, authors: [author] });
  });
});

describe('chapters of plain text', () => {
  it('keep numbers of scenes as headings', () => {
    const text = 'Chapter 1\n\nI\n\nText a.\n\nII\n\nText b.\n\nChapter 2\n\nI\n\nText c.';
    expect(titles(text)).toEqual(['Chapter 1', 'Chapter 2']);
    expect(read(text).chapters[0]?.html).toContain('<h3>II</h3>');
  });

  it('may begin with ascending numbers alone, and then get titles in the language of the book', () => {
    const text = (numbers: string[]) => numbers.map((number) => `${number}\n\n${SENTENCE}\n\n${SENTENCE}`).join('\n\n');
    expect(titles(text(['I', 'II', 'III']))).toEqual(['Chapter 1', 'Chapter 2', 'Chapter 3']);
    expect(titles(text(['1. The Ford', '2. The Mill']))).toEqual(['Chapter 1: The Ford', 'Chapter 2: The Mill']);
    expect(titles(text(['7', '1984']))).toEqual(['a book']);
    const french =
      'La brume du matin ne s’était pas encore levée, mais le vieux menuisier était déjà assis devant la porte.';
    expect(titles(`I\n\n${french}\n\nII\n\n${french}`)).toEqual(['Chapitre 1', 'Chapitre 2']);
  });

  it('may have their titles on the line after the heading', () => {
    expect(titles(`CHAPTER I.\n\nThe Ford\n\n\n${SENTENCE}\n\nCHAPTER II.\n\nThe Mill\n\n\n${SENTENCE}`)).toEqual([
      'Chapter 1: The Ford',
      'Chapter 2: The Mill',
    ]);
    expect(titles(`第一章\n夜雨\n江水很急，桥在水下。\n第二章\n渡口\n他没有回答。`)).toEqual([
      '第一章 夜雨',
      '第二章 渡口',
    ]);
  });

  it('are grouped by books, and by parts whose numbers restart in each book', () => {
    const text = `BOOK ONE\n\nPART I\n\nChapter 1\n\n${SENTENCE}\n\nPART II\n\nChapter 2\n\n${SENTENCE}\n\nBOOK TWO\n\nPART I\n\nChapter 3\n\n${SENTENCE}\n\nAbout the Author\n\nShe mends stars.`;
    expect(read(text).chapters.map(({ title, part }) => `${part} > ${title}`)).toEqual([
      'Book 1 – Part 1 > Chapter 1',
      'Book 1 – Part 2 > Chapter 2',
      'Book 2 – Part 1 > Chapter 3',
      'Book 2 – Part 1 > About the Author',
    ]);
    const list = 'Part I\nChapter 1\nPart II\nChapter 2\n\n\n';
    const parts = `Part I\n\nChapter 1\n\n${SENTENCE}\n\nPart II\n\nChapter 2\n\n${SENTENCE}`;
    expect(read(list + parts).chapters.map(({ title, part }) => [part, title])).toEqual([
      ['Part 1', 'Chapter 1'],
      ['Part 2', 'Chapter 2'],
    ]);
  });

  it('are grouped by parts', () => {
    const text = `PART ONE. The Sea\n\nChapter 1\n\n${SENTENCE}\n\nPART TWO\n\nChapter 2\n\n${SENTENCE}`;
    expect(read(text).chapters.map(({ title, part }) => [part, title])).toEqual([
      ['Part 1: The Sea', 'Chapter 1'],
      ['Part 2', 'Chapter 2'],
    ]);
  });

  it('do not include the entries of a table of contents, with or without a heading', () => {
    const list = 'Chapter 1. The Ford\nChapter 2. The Mill\n';
    const text = `Chapter 1. The Ford\n\n${SENTENCE}\n\nChapter 2. The Mill\n\n${SENTENCE}`;
    const expected = ['Chapter 1: The Ford', 'Chapter 2: The Mill'];
    for (const contents of [
      `CONTENTS\n\n${list}`,
      list,
      'Contents\nChapter 1. The Ford ..... 3\nChapter 2. The Mill ..... 9\n',
    ])
      expect(titles(`The Raft\nby Mara Lind\n\n${contents}\n\n${text}`)).toEqual(expected);
  });

  it('are recognised after a table of contents even if scenes are numbered like its entries', () => {
    const scenes = `1\n\n${SENTENCE}\n\n2\n\n${SENTENCE}`;
    const text = `The Raft\nby Mara Lind\n\nContents\n\nChapter 1\nChapter 2\nEpilogue\n\n\nChapter 1\n\n${scenes}\n\nChapter 2\n\n${scenes}\n\nEpilogue\n\n${SENTENCE}`;
    expect(titles(text)).toEqual(['Chapter 1', 'Chapter 2', 'Epilogue']);
    expect(titles(`Contents\n\n1. Ford\n2. Mill\n\n\n1\n\n${SENTENCE}\n\n2\n\n${SENTENCE}`)).toEqual([
      'Chapter 1',
      'Chapter 2',
    ]);
  });

  it.each([
    [
      'may be preceded by the name of the book',
      'Raft - Chapter 1\n\n#\n\nRaft - Chapter 2\n\n#',
      ['Chapter 1', 'Chapter 2'],
    ],
    [
      'may be marked by the space above them',
      'The Ford\n\n#\n\n\n\nThe Mill\n\n#\n\n\n\nThe Weir\n\n#',
      ['The Ford', 'The Mill', 'The Weir'],
    ],
    [
      'may continue on the next line after a comma',
      'ГЛАВА ПЕРВАЯ,\n\nв которой идёт дождь\n\nРека была высокой.\n\nГЛАВА ВТОРАЯ,\n\nв которой светло\n\nНикто не ответил ей.',
      ['Глава 1: в которой идёт дождь', 'Глава 2: в которой светло'],
    ],
    [
      'may be numbers before titles',
      '一、出山\n他没有说话，只是把灯点上。\n二、入城\n他看着窗外的雪。',
      ['第1章 出山', '第2章 入城'],
    ],
  ])('%s', (_how, text, expected) => {
    expect(titles(text.replaceAll('#', SENTENCE))).toEqual(expected);
  });

  it('are grouped by parts within books', () => {
    const text = `BOOK ONE\n\nPART I\n\nChapter 1\n\n${SENTENCE}\n\nPART II\n\nChapter 2\n\n${SENTENCE}\n\nBOOK TWO\n\nChapter 3\n\n${SENTENCE}`;
    expect(read(text).chapters.map(({ part }) => part)).toEqual(['Book 1 – Part 1', 'Book 1 – Part 2', 'Book 2']);
  });

  it('are limited to 20,000', () => {
    expect(() => read('Chapter 1\n\n'.repeat(20_001))).toThrow(/more than 20000 headings/);
  });

  it('do not include sentences that mention a chapter', () => {
    const text = `Chapter 1\n\n${SENTENCE}\n\nChapter 7 Was My Favourite\n\n${SENTENCE}\n\nChapter 2\n\n${SENTENCE}`;
    expect(titles(text)).toEqual(['Chapter 1', 'Chapter 2']);
  });

  it('can be found with --chapter-pattern, whose capture group is the chapter title', () => {
    const text = `>> The Ford\n${SENTENCE}\n>> The Mill\n${SENTENCE}`;
    expect(titles(text)).toEqual(['a book']);
    expect(titles(text, { chapterPattern: '>> (.*)' })).toEqual(['The Ford', 'The Mill']);
    expect(() => titles(text, { chapterPattern: '(' })).toThrow(/--chapter-pattern is invalid/);
    expect(() => titles(text, { chapterPattern: '(?=a)' })).toThrow(/no look-ahead/);
    expect(() => titles(text, { chapterPattern: 'a'.repeat(501) })).toThrow(/the limit is 500/);
  });

  it('are found within 3 s even if the pattern could backtrack exponentially', () => {
    const started = process.cpuUsage().user;
    titles(`${'a'.repeat(250)}!\n`.repeat(200), { chapterPattern: '(a+)+$' });
    expect(process.cpuUsage().user - started).toBeLessThan(3_000_000);
  });
});

describe('the front matter of plain text', () => {
  it.each([
    ['渡口\n作者：林远\n\n第一章\n\n江水很急。', '渡口', '林远'],
    ['《渡口》全集\n作者: 林远\n简介：很急。\n\n第一章\n\n江水很急。', '渡口', '林远'],
    ['《渡口》（作者：林远）\n\n第一章\n\n江水很急。', '渡口', '林远'],
    ['书名：渡口\n作者：林远\n状态：完结\n\n第一章\n\n江水很急。', '渡口', '林远'],
    ['Przeprawa\nAnna Leśna\n\nRozdział I\n\nŻółta łódź płynęła ciężko.', 'Przeprawa', 'Anna Leśna'],
    ['Title: The Raft\nAuthor: Mara Lind\nTranslator: X\n\nChapter 1\n\nIt ran high.', 'The Raft', 'Mara Lind'],
    ['Переправа\nАвтор: Анна Лесная\n\nГлава 1\n\nРека была высокой.', 'Переправа', 'Анна Лесная'],
    ['The Raft\n\nA Novel\n\nby Mara Lind\n\nChapter 1\n\nIt ran high.', 'The Raft', 'Mara Lind'],
    ['THE RAFT\n\nA NOVEL\n\nBY\n\nMARA LIND\n\nChapter 1\n\nIt ran high.', 'THE RAFT', 'MARA LIND'],
    ['The Raft\n\nCopyright 2019 Mara Lind\nAll rights reserved\n\nChapter 1\n\nIt ran high.', 'The Raft', undefined],
    ['Анна Лесная\n\nПереправа\n\nГлава 1\n\nРека была высокой.', 'Переправа', 'Анна Лесная'],
    ['العبّار\nتأليف مارا ليند\n\nالفصل الأول\n\nغادرت العبارة عند الفجر.', 'العبّار', 'مارا ليند'],
    ['Chapter 1\n\nIt ran high.', 'a book', undefined],
  ])('contains title and author: %j', (text, title, author) => {
    const book = read(text);
    expect([book.title, book.authors[0]]).toEqual([title, author]);
    expect(book.chapters).toHaveLength(1);
  });

  it('may contain a description and genres', () => {
    const book = read(
      `The Raft\nAuthor: Mara Lind\nGenre: Sea, Storm\nSynopsis:\nTwo on a raft.\n\nOne falls.\n\nChapter 1\n\n${SENTENCE}`,
    );
    expect(book).toMatchObject({ description: 'Two on a raft.\n\nOne falls.', subjects: ['Sea', 'Storm'] });
  });
});

describe('the import of a plain text from Project Gutenberg', () => {
  const text = `The Project Gutenberg eBook of The Raft\n\nTitle: The Raft\n\nAuthor: Mara Lind\n\nLanguage: English\n\n*** START OF THE PROJECT GUTENBERG EBOOK THE RAFT ***\n\nProduced by volunteers\nand others\n\nTHE RAFT\n\nby Mara Lind\n\nCHAPTER I.\n\nIt ran _high_ that =spring=, so_called.[1]\n\n[Illustration: The ford]\n\n[1] A note.\n\n[Footnote 2: Nothing refers to it.]\n\n*** END OF THE PROJECT GUTENBERG EBOOK THE RAFT ***\n\nLicence.`;

  it('removes the licence and credits, and keeps emphasis and notes', () => {
    const book = read(text);
    expect(book).toMatchObject({ title: 'The Raft', authors: ['Mara Lind'], language: 'en' });
    expect(book.chapters).toHaveLength(1);
    expect(html(text)).toBe(
      '<p>It ran <em>high</em> that <strong>spring</strong>, so_called.<a class="text-note-ref" id="b-c0-1-ref" href="#b-c0-1">[1]</a></p>' +
        '<aside class="text-note" id="b-c0-1"><p><a class="text-note-back" href="#b-c0-1-ref">[1]</a> A note.</p></aside>' +
        '<p>[Footnote 2: Nothing refers to it.]</p>',
    );
  });
});

describe('the import of a text from Aozora Bunko', () => {
  it('keeps readings as ruby text, and omits the notes about markup and the print edition', () => {
    const rule = '-'.repeat(40);
    const text = `灯\n林遠\n\n${rule}\n【テキスト中に現れる記号について】\n\n《》：ルビ\n${rule}\n\n一\n\n　彼は山《やま》を下りた。［＃改ページ］\n\n二\n\n　町には｜街の灯《ひ》が多かった。\n\n底本：「灯」例文庫\n`;
    expect(read(text)).toMatchObject({ title: '灯', authors: ['林遠'], language: 'ja' });
    expect(html(text)).toBe(
      '<p>彼は<ruby>山<rt>やま</rt></ruby>を下りた。</p>|<p>町には<ruby>街の灯<rt>ひ</rt></ruby>が多かった。</p>',
    );
  });
});

describe('lines added to plain text by websites', () => {
  it.each([
    'Visit www.example-novels.com for the latest chapters',
    'Previous Chapter | Next Chapter',
    'If you find any errors ( broken links, non-standard content ), please let us know.',
    '（本章完）',
    '请记住本书首发域名：example。手机版阅读网址：m.example',
    '上一章 目录 下一章',
    'Bạn đang đọc truyện tại Example',
    'Переведено на сайте Example',
  ])('are removed: %s', (line) => {
    expect(html(`Chapter 1\n\n${SENTENCE}\n\n${line}\n`)).toBe(`<p>${SENTENCE}</p>`);
  });

  it.each(['She visited the site twice.', 'The next chapter of his life began.', '他翻到下一章，继续读。'])(
    'do not include "%s"',
    (line) => {
      expect(html(`Chapter 1\n\n${SENTENCE}\n\n${line}\n`)).toContain(`<p>${line}</p>`);
    },
  );
});

describe('headings such as "Day One" in plain text', () => {
  const chapters = (...names: string[]) => names.map((name) => `${name}\n\n${SENTENCE}`).join('\n\n');

  it.each([
    [
      ['Day One', 'Day Two: The Ford', 'DAY THREE'],
      ['Day 1', 'Day 2: The Ford', 'Day 3'],
    ],
    [
      ['Letter I', 'Letter II'],
      ['Letter 1', 'Letter 2'],
    ],
    [
      ['Tag 1', 'Tag 2'],
      ['Tag 1', 'Tag 2'],
    ],
    [
      ['Night 1', 'Night 3', 'Night 4'],
      ['Night 1', 'Night 3', 'Night 4'],
    ],
  ])('start chapters: %j', (names, expected) => {
    expect(titles(chapters(...names))).toEqual(expected);
  });

  it('do not begin a chapter if there is only one such heading, if the number comes first, or within numbered chapters', () => {
    expect(titles(chapters('Day One'))).toEqual(['a book']);
    expect(titles(chapters('One day', 'Two nights', 'Three days'))).toEqual(['a book']);
    const diary = `Chapter 1\n\n${chapters('Day One', 'Day Two')}\n\nChapter 2\n\n${SENTENCE}`;
    expect(titles(diary)).toEqual(['Chapter 1', 'Chapter 2']);
    expect(read(diary).chapters[0]?.html).toContain('<h3>Day Two</h3>');
  });
});

describe('warnings about chapters of plain text', () => {
  const about = (text: string) => read(text).doubts?.map(({ message }) => message);
  const chapter = (name: string, words = 20) => `${name}\n\n${`${SENTENCE} `.repeat(Math.ceil(words / 22)).trim()}\n`;

  it('report gaps in the numbers, but not numbers that restart in the next part', () => {
    const text = ['Part 1', 'Chapter 1', 'Chapter 2', 'Part 2', 'Chapter 1', 'Chapter 4', 'Chapter 5'].map((one) =>
      chapter(one),
    );
    expect(about(text.join('\n'))).toEqual([
      'The numbers of the chapters have gaps: after 1 comes 4. Check whether headings were missed or the file lacks chapters.',
    ]);
    expect(about([chapter('Chapter 1'), chapter('Chapter 1.5'), chapter('Chapter 2')].join('\n'))).toEqual([]);
  });

  it('report very long chapters', () => {
    expect(about(`${chapter('Chapter 1', 61_000)}\n${chapter('Chapter 2')}`)).toEqual([
      expect.stringMatching(/^Very long chapters: "Chapter 1" \(6\d{4} words\)\. Check/),
    ]);
  });

  it('report a long text without headings, and a text that is divided only at its rules', () => {
    expect(about(`${SENTENCE}\n\n`.repeat(500))).toEqual([expect.stringContaining('--chapter-pattern')]);
    expect(about(`${SENTENCE}\n\n* * *\n\n${SENTENCE}\n\n* * *\n\n${SENTENCE}`)).toEqual([
      'No headings were found, so the text is divided at its rules into 3 chapters.',
    ]);
  });
});

describe('the language of a short plain text', () => {
  it.each([
    ['Kapitel 1\n\nJa.\n\nKapitel 2\n\nNein.', 'de'],
    ['Rozdział 1\n\nTak.\n\nRozdział 2\n\nNie.', 'pl'],
    ['Yes.', 'en'],
  ])('is taken from its headings: %j', (text, language) => {
    expect(read(text).language).toBe(language);
  });
});
