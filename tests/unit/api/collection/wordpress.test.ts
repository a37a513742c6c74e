import { describe, expect, it } from 'vitest';
import { postHtml } from '#src/api/collection/wordpress/post-html.ts';
import { JPEG, PNG } from '../epub/make-epub.ts';
import { makeWxr, type PostSpec } from './make-wxr.ts';
import { messagesOf, readBooks, titlesOf } from './read-books.ts';

const TEXT = 'The rain had fallen on the harbour for nine days.\n\nNobody on the quay spoke of <em>anything</em> else.';
const chapter = (id: number, title: string, more: Partial<PostSpec> = {}): PostSpec => ({
  id,
  title,
  content: TEXT,
  terms: ['category|raft|The Raft', 'category|chapters|Chapters', 'post_tag|sea|Sea'],
  ...more,
});

describe('posts of a WordPress blog', () => {
  it('become one book per category, with chapters in the order of their dates', async () => {
    const mill = ['category|mill|The Mill', 'category|chapters|Chapters'];
    const { books, refusals } = await readBooks({
      'export.xml': makeWxr(
        [
          chapter(3, 'The Raft &#8211; Chapter 2: Fog', { date: '2020-03-01 00:00:00' }),
          chapter(2, 'Chapter 1', { date: '2020-02-01 00:00:00' }),
          { id: 4, title: 'One', content: TEXT, terms: mill },
          { id: 5, title: 'Two', content: TEXT, terms: mill },
          { id: 6, title: 'About me', type: 'page', content: TEXT },
          { id: 7, title: 'News', content: TEXT, terms: ['category|uncategorized|Uncategorized'] },
        ],
        ['raft||The Raft|Two on a raft.', 'mill||The Mill'],
      ),
    });
    expect(refusals).toEqual([]);
    expect(books.map(({ book }) => book.title).toSorted()).toEqual(['The Mill', 'The Raft']);
    const raft = books.find(({ book }) => book.title === 'The Raft');
    expect(raft?.book).toMatchObject({
      authors: ['Mara Lind'],
      language: 'en-GB',
      description: 'Two on a raft.',
      subjects: ['Sea'],
    });
    expect(raft && titlesOf(raft)).toEqual(['Chapter 1', 'Chapter 2: Fog']);
    expect(raft?.book.chapters[0]?.html).toBe(
      '<p>The rain had fallen on the harbour for nine days.</p>\n<p>Nobody on the quay spoke of <em>anything</em> else.</p>',
    );
    expect(raft?.addresses).toEqual({
      book: ['/category/raft/'],
      chapters: [
        ['https://old.example/2/', '/?p=2'],
        ['https://old.example/3/', '/?p=3'],
      ],
    });
    const all = books.map(messagesOf).join('\n');
    expect(all).toContain('1 posts belong to no book');
    expect(all).toContain('"News"');
    expect(all).toContain('1 page was left out');
  });

  it('are skipped and listed in the report if visitors cannot see them', async () => {
    const { books } = await readBooks({
      'export.xml': makeWxr([
        chapter(1, 'Chapter 1'),
        chapter(2, 'Chapter 2'),
        chapter(3, 'Chapter 3', { status: 'draft' }),
        chapter(4, 'Chapter 4', { status: 'private' }),
        chapter(5, 'Chapter 5', { password: 'secret' }),
        chapter(6, 'Chapter 6', { status: 'future' }),
        chapter(7, 'Empty', { content: '[gallery ids="1,2"]' }),
      ]),
    });
    expect(books.map(titlesOf)).toEqual([['Chapter 1', 'Chapter 2']]);
    const text = books.map(messagesOf).join('\n');
    for (const part of [
      'drafts: "Chapter 3"',
      'private: "Chapter 4"',
      'password: "Chapter 5"',
      'scheduled: "Chapter 6"',
      'no text and were left out: "Empty"',
    ])
      expect(text).toContain(part);
  });

  it('become one book even if the export consists of several files, and each post is imported once', async () => {
    const { books } = await readBooks({
      'export.000.xml': makeWxr([chapter(1, 'Chapter 1'), chapter(2, 'Chapter 2')]),
      'export.001.xml': makeWxr([chapter(2, 'Chapter 2'), chapter(3, 'Chapter 3')]),
    });
    expect(books.map(titlesOf)).toEqual([['Chapter 1', 'Chapter 2', 'Chapter 3']]);
  });

  it("become chapters of the parent category's book, with a part per volume, if their categories are volumes", async () => {
    const volume = (number: number) => ({ terms: ['category|raft|The Raft', `category|v${number}|Volume ${number}`] });
    const { books } = await readBooks({
      'export.xml': makeWxr(
        [chapter(1, 'Chapter 1', volume(1)), chapter(2, 'Chapter 2', volume(2))],
        ['raft||The Raft', 'v1|raft|Volume 1', 'v2|raft|Volume 2'],
      ),
    });
    expect(books.map(({ book }) => [book.title, ...book.chapters.map(({ part }) => part)])).toEqual([
      ['The Raft', 'Volume 1', 'Volume 2'],
    ]);
  });
});

describe('pictures in WordPress posts', () => {
  const picture = (name: string) => `<img src="https://old.example/wp-content/uploads/2024/01/${name}" alt="A map">`;

  it('are read from the files next to the export, even if the post shows a smaller copy', async () => {
    const content = `${TEXT}\n\n${picture('map-300x200.png')}\n\n${picture('weir%20b.jpg')}\n\n${picture('lost.png')}`;
    const { books } = await readBooks({
      'export.xml': makeWxr([chapter(1, 'Chapter 1', { content }), chapter(2, 'Chapter 2')]),
      'uploads/2023/05/map.png': JPEG,
      'uploads/2024/01/map.png': PNG,
      'uploads/2024/01/weir b.jpg': JPEG,
      'uploads/2024/01/unused.png': PNG,
    });
    const [{ book }] = books as [(typeof books)[0]];
    expect(book.images.map(({ type }) => type)).toEqual(['image/png', 'image/jpeg']);
    for (const { id } of book.images) expect(book.chapters[0]?.html).toContain(`<img src="epub-image:${id}"`);
    expect(await book.images[0]?.read()).toEqual(PNG);
    expect(messagesOf(books[0] as (typeof books)[0])).toBe(
      '1 pictures in chapters were left out: "lost.png". Put their files next to the export and import the folder.',
    );
  });
});

describe('reusable blocks in WordPress posts', () => {
  const reference = (id: number) => `<!-- wp:block {"ref":${id}} /-->`;
  const paragraph = (text: string) => `<!-- wp:paragraph --><p>${text}</p><!-- /wp:paragraph -->`;

  it('are inserted where posts refer to them, and reported if the export lacks them', async () => {
    const { books } = await readBooks({
      'export.xml': makeWxr([
        chapter(1, 'Chapter 1', { content: paragraph('Rain.') + reference(8) + paragraph('Fog.') }),
        chapter(2, 'Chapter 2', { content: paragraph('Snow.') + reference(99) }),
        { id: 8, type: 'wp_block', title: 'Letter', content: paragraph('Dear Ann,') + reference(9) },
        { id: 9, type: 'wp_block', title: 'Loop', content: paragraph('Yours') + reference(9) },
      ]),
    });
    const [first] = books;
    expect(first?.book.chapters[0]?.html).toMatch(/Rain\..*Dear Ann,.*Yours.*Fog\./s);
    expect(first && messagesOf(first)).toContain('export does not contain them: "Chapter 2". In WordPress');
  });
});

describe('Fictioneer stories', () => {
  const story = (more: Partial<PostSpec> = {}): PostSpec => ({
    id: 10,
    type: 'fcn_story',
    title: 'The Raft',
    content: '<!-- wp:paragraph --><p>Two on a raft.</p><!-- /wp:paragraph -->',
    link: 'https://old.example/story/the-raft/',
    terms: ['fcn_genre|sea|Sea Stories', 'fcn_fandom|original|Original'],
    meta: {
      fictioneer_story_chapters: 'a:3:{i:0;s:2:"13";i:1;s:2:"11";i:2;i:12;}',
      fictioneer_story_status: 'Ongoing',
      _thumbnail_id: '20',
    },
    ...more,
  });
  const part = (
    id: number,
    title: string,
    meta: Record<string, string> = {},
    more: Partial<PostSpec> = {},
  ): PostSpec => ({
    id,
    type: 'fcn_chapter',
    title,
    content: `<!-- wp:paragraph --><p>Rain ${id}.</p><!-- /wp:paragraph -->`,
    meta: { fictioneer_chapter_story: '10', ...meta },
    ...more,
  });
  const cover: PostSpec = {
    id: 20,
    type: 'attachment',
    status: 'inherit',
    attachment: 'https://old.example/wp-content/uploads/2020/01/raft.png',
  };
  const posts = [
    story(),
    part(11, 'The Storm', { fictioneer_chapter_group: 'Book One', fictioneer_chapter_afterword: '<p>Thanks!</p>' }),
    part(12, 'Fog', { fictioneer_chapter_no_chapter: '1' }),
    part(13, 'Chapter 1', { fictioneer_chapter_group: 'Book One' }),
    part(14, 'Extra'),
    part(15, 'Hidden', { fictioneer_chapter_hidden: '1' }),
    part(16, 'Draft', {}, { status: 'draft' }),
    cover,
    { id: 30, title: 'News', content: TEXT, terms: ['category|news|News'] },
  ];

  it('contain the chapters in the order of their list, with groups, notes and status', async () => {
    const { books } = await readBooks({ 'export.xml': makeWxr(posts), 'wp-content/uploads/2020/01/raft.png': null });
    expect(books).toHaveLength(1);
    const [raft] = books;
    expect(raft?.isFinished).toBe(false);
    expect(raft?.coverFile).toBe('wp-content/uploads/2020/01/raft.png');
    expect(raft?.book).toMatchObject({
      title: 'The Raft',
      description: 'Two on a raft.',
      subjects: ['Sea Stories', 'Original'],
    });
    expect(raft?.book.chapters.map(({ title, part: group = '', kind }) => `${group}|${title}|${kind}`)).toEqual([
      'Book 1|Chapter 1|chapter',
      'Book 1|The Storm|chapter',
      '|Fog|section',
      '|Extra|chapter',
    ]);
    expect(raft?.book.chapters[1]?.html).toBe('<p>Rain 11.</p>\n<hr />\n<p>Thanks!</p>');
    expect(raft?.addresses?.book).toEqual(['https://old.example/story/the-raft/', '/?p=10']);
    const text = raft ? messagesOf(raft) : '';
    for (const message of [
      'drafts: "Draft"',
      'hidden on the site: "Hidden"',
      'added at the end: "Extra"',
      '1 posts outside of novels',
    ])
      expect(text).toContain(message);
  });

  it('are imported with warnings about chapters missing from the export and a cover missing from the folder', async () => {
    const { books } = await readBooks({ 'export.xml': makeWxr([story(), part(11, 'The Storm'), cover]) });
    const text = books.map(messagesOf).join('\n');
    expect(text).toContain('2 chapters of its list are missing');
    expect(text).toContain('the file "raft.png" is not in the folder');
  });
});

describe('Madara novels', () => {
  const novel = (id: number, title: string): PostSpec => ({
    id,
    type: 'wp-manga',
    title,
    content: 'A tale.',
    link: `https://old.example/novel/${title.toLowerCase()}/`,
    terms: ['wp-manga-author|ada|Ada Quill', 'wp-manga-genre|fantasy|Fantasy'],
    meta: { _wp_manga_chapter_type: 'text', _wp_manga_status: 'end' },
  });
  const text = (id: number, chapterId: number): PostSpec => ({
    id,
    type: 'chapter_text_content',
    title: `${chapterId}-chapter-${chapterId - 50}`,
    content: `<p>Text of ${chapterId}.</p>`,
    parent: chapterId,
    link: '',
  });
  const row = (chapter: number, post: number, name: string, more = '') => ({
    chapter_id: String(chapter),
    post_id: String(post),
    volume_id: chapter > 52 ? '1' : '0',
    chapter_name: name,
    chapter_name_extend: more,
    chapter_slug: name.toLowerCase().replaceAll(' ', '-'),
  });
  const posts = [novel(1, 'Lamp'), novel(2, 'Mill'), text(101, 51), text(102, 52), text(103, 53), text(104, 54)];

  it('get their chapters from database tables that were exported as JSON', async () => {
    const tables = [
      { type: 'header', comment: 'Export to JSON plugin for PHPMyAdmin' },
      {
        type: 'table',
        name: 'wp_manga_chapters',
        data: [
          row(52, 1, 'Chapter 2', 'Fog'),
          row(51, 1, 'Chapter 1'),
          row(53, 2, 'Chapter 1'),
          row(54, 2, 'Chapter 2'),
          row(55, 2, 'Chapter 3'),
        ],
      },
      { type: 'table', name: 'wp_manga_volumes', data: [{ volume_id: '1', post_id: '2', volume_name: 'Volume 1' }] },
    ];
    const { books } = await readBooks({ 'export.xml': makeWxr(posts), 'tables.json': JSON.stringify(tables) });
    expect(books.map((one) => [one.book.title, one.isFinished, ...titlesOf(one)])).toEqual([
      ['Lamp', true, 'Chapter 1', 'Chapter 2: Fog'],
      ['Mill', true, 'Chapter 1', 'Chapter 2'],
    ]);
    expect(books[0]?.book).toMatchObject({ authors: ['Ada Quill'], subjects: ['Fantasy'] });
    expect(books[1]?.book.chapters[0]?.part).toBe('Volume 1');
    expect(books[0]?.addresses?.chapters[0]).toEqual(['https://old.example/novel/lamp/chapter-1/']);
    expect(books[1]?.addresses?.chapters[1]?.[0]).toBe('https://old.example/novel/mill/volume-1/chapter-2/');
    expect(books.map(messagesOf).join('\n')).toContain('1 chapters are listed, but their text is not in the export');
  });

  it('are rejected without the exported tables, with a message that says which tables to export', async () => {
    await expect(readBooks({ 'export.xml': makeWxr(posts) })).rejects.toThrow(
      /wp_manga_chapters .* phpMyAdmin as JSON/,
    );
    await expect(readBooks({ 'export.xml': makeWxr([novel(1, 'Lamp')]) })).rejects.toThrow(
      /without chapters. Choose "All content"/,
    );
  });

  it('are imported without the exported tables if there is only one novel', async () => {
    const { books } = await readBooks({ 'export.xml': makeWxr([novel(1, 'Lamp'), text(102, 52), text(101, 51)]) });
    expect(books.map(titlesOf)).toEqual([['Chapter 1', 'Chapter 2']]);
  });
});

describe('a damaged or hostile WordPress export', () => {
  it.each([
    ['is truncated', makeWxr([chapter(1, 'One'), chapter(2, 'Two')]).slice(0, -400), /cut off or damaged/],
    ['nests elements too deeply', makeWxr([]).replace('<channel>', `<channel>${'<a>'.repeat(100)}`), /nested elements/],
    ['has no posts', makeWxr([]), /contains no book/],
  ])('is rejected if it %s', async (_name, xml, reason) => {
    await expect(readBooks({ 'export.xml': xml })).rejects.toThrow(reason);
  });

  it('does not expand entities of a DOCTYPE', async () => {
    const xml = makeWxr([chapter(1, 'Rain'), chapter(2, 'Fog')])
      .replace('<rss', '<!DOCTYPE rss [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;">]><rss')
      .replace('<description></description>', '<description>&b;</description>');
    const { books } = await readBooks({ 'export.xml': xml });
    expect(books.map(titlesOf)).toEqual([['Rain', 'Fog']]);
  });
});

describe('postHtml, which converts the text of WordPress posts to HTML', () => {
  it.each([
    ['two\nlines\n\nnext', '<p>two<br>\nlines</p>\n<p>next</p>'],
    [
      '<h2>Head</h2>\ntext\n<blockquote>one\n\ntwo</blockquote>',
      '<h2>Head</h2>\n<p>text</p>\n<blockquote>\n<p>one</p>\n<p>two</p>\n</blockquote>',
    ],
    ['a\n<!--more-->\nb', '<p>a</p>\n<p>b</p>'],
    ['<pre>a\n\nb</pre>', '\n<pre>a\n\nb</pre>\n'],
    [
      '[caption id="a" width="3"]<img src="x.png"> A mill[/caption]',
      '<figure>\n<p><img src="x.png"></p>\n<figcaption>A mill</figcaption>\n</figure>',
    ],
    ['[Status]\n\n[Skill: Fire]', '<p>[Status]</p>\n<p>[Skill: Fire]</p>'],
    ['[spoiler title="x"]secret[/spoiler] [[gallery]] [su_button url="a"]', '<p>secret [gallery]</p>'],
    ['<!-- wp:paragraph -->\n<p>One</p>\n<!-- /wp:paragraph -->', '\n<p>One</p>\n'],
  ])('renders %j', (content, html) => {
    expect(postHtml(content)).toBe(html);
  });
});
