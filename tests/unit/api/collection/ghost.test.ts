import { describe, expect, it } from 'vitest';
import { lexicalHtml, mobiledocHtml } from '#src/api/collection/ghost/html.ts';
import { messagesOf, readBooks, titlesOf } from './read-books.ts';

const post = (id: string, title: string, more: Record<string, unknown> = {}) => ({
  id,
  title,
  slug: title.toLowerCase().replaceAll(' ', '-'),
  type: 'post',
  status: 'published',
  visibility: 'public',
  html: `<p>Text of ${title}.</p>`,
  published_at: `2024-01-0${id}T00:00:00.000Z`,
  ...more,
});
const tagged = (postId: string, ...tags: string[]) =>
  tags.map((tag, index) => ({ post_id: postId, tag_id: tag, sort_order: index }));

const data = {
  posts: [
    post('2', 'Chapter 2', {
      html: null,
      lexical: JSON.stringify({
        root: { children: [{ type: 'paragraph', children: [{ type: 'extended-text', text: 'Fog.', format: 0 }] }] },
      }),
    }),
    post('1', 'Chapter 1'),
    post('3', 'Chapter 3', { status: 'draft' }),
    post('4', 'Chapter 4', { visibility: 'paid' }),
    post('5', 'Chapter 5', { status: 'scheduled' }),
    post('6', 'News'),
    post('7', 'About', { type: 'page' }),
  ],
  tags: [
    {
      id: 'r',
      name: 'The Raft',
      slug: 'the-raft',
      description: 'Two on a raft.',
      visibility: 'public',
      feature_image: '__GHOST_URL__/content/images/2024/01/raft.png',
    },
    { id: 'i', name: '#list', slug: 'hash-list', visibility: 'internal' },
    { id: 's', name: 'Sea', slug: 'sea', visibility: 'public' },
  ],
  posts_tags: [
    ...tagged('1', 'i', 'r', 's'),
    ...tagged('2', 'r', 's'),
    ...['3', '4', '5'].flatMap((id) => tagged(id, 'r')),
  ],
  users: [{ id: 'u', name: 'Mara Lind', slug: 'mara', email: 'm@old.example' }],
  posts_authors: ['1', '2'].map((id) => ({ post_id: id, author_id: 'u', sort_order: 0 })),
  settings: [{ key: 'locale', value: 'en-GB' }],
};

describe('a Ghost export', () => {
  it.each([
    ['with a list of databases', { db: [{ meta: { version: '5.80.0' }, data }] }],
    ['without a list of databases', { meta: {}, data }],
  ])('becomes one book per tag: %s', async (_name, content) => {
    const { books } = await readBooks({ 'site.ghost.json': JSON.stringify(content), 'images/2024/01/raft.png': null });
    expect(books).toHaveLength(1);
    const [raft] = books;
    expect(raft?.book).toMatchObject({
      title: 'The Raft',
      authors: ['Mara Lind'],
      language: 'en-GB',
      description: 'Two on a raft.',
      subjects: ['Sea'],
    });
    expect(raft && titlesOf(raft)).toEqual(['Chapter 1', 'Chapter 2']);
    expect(raft?.book.chapters[1]?.html).toBe('<p>Fog.</p>');
    expect(raft?.coverFile).toBe('images/2024/01/raft.png');
    expect(raft?.addresses).toEqual({ book: ['/tag/the-raft/'], chapters: [['/chapter-1/'], ['/chapter-2/']] });
    const text = raft ? messagesOf(raft) : '';
    for (const message of [
      'drafts: "Chapter 3"',
      'for members; make them public in Ghost to import them: "Chapter 4"',
      'scheduled: "Chapter 5"',
      'belong to no book, because no tag of theirs has 2 posts: "News"',
      '1 page was left out.',
    ])
      expect(text).toContain(message);
  });

  it('sorts chapters by the instants of their dates, whatever their offset and format', async () => {
    const dates = ['2024-01-02T00:30:00.000+10:00', '2024-01-01T15:00:00Z', '2024-01-01 16:00:00', '1704128400000'];
    const posts = ['Rain', 'Fog', 'Snow', 'Hail'].map((title, index) =>
      post(String(index + 1), title, { published_at: dates[index] }),
    );
    const posts_tags = posts.flatMap(({ id }) => tagged(id, 'r'));
    const content = JSON.stringify({ data: { ...data, posts: posts.toReversed(), posts_tags } });
    const { books } = await readBooks({ 'site.ghost.json': content });
    expect(books.flatMap(titlesOf)).toEqual(['Rain', 'Fog', 'Snow', 'Hail']);
  });

  it('is rejected if it is truncated', async () => {
    await expect(readBooks({ 'site.json': JSON.stringify({ data }).slice(0, -20) })).rejects.toThrow(/not valid JSON/);
  });

  it('is rejected as an export without books if its values have the wrong types', async () => {
    const odd = { data: { posts: [1, null, { id: {}, title: [] }], tags: 'x', posts_tags: [[]] } };
    await expect(readBooks({ 'site.json': JSON.stringify(odd) })).rejects.toThrow(/contains no book/);
  });
});

describe('lexicalHtml', () => {
  const html = (...children: unknown[]) => lexicalHtml(JSON.stringify({ root: { children } }));
  const text = (value: string, format = 0) => ({ type: 'extended-text', text: value, format });

  it('renders text with its formats, links and breaks', () => {
    expect(
      html({
        type: 'paragraph',
        children: [
          text('a<'),
          text('b', 3),
          { type: 'linebreak' },
          { type: 'link', url: 'https://x.example', children: [text('c')] },
        ],
      }),
    ).toBe('<p>a&lt;<em><strong>b</strong></em><br><a href="https://x.example">c</a></p>');
  });

  it('renders headings, lists, quotes, rules and cards', () => {
    expect(
      html(
        { type: 'extended-heading', tag: 'h2', children: [text('A')] },
        { type: 'list', listType: 'number', children: [{ type: 'listitem', children: [text('B')] }] },
        { type: 'extended-quote', children: [text('C')] },
        { type: 'horizontalrule' },
        { type: 'html', html: '<p>D</p>' },
        { type: 'markdown', markdown: '*E*' },
        { type: 'bookmark', url: 'https://x.example' },
      ).trim(),
    ).toBe('<h2>A</h2><ol><li>B</li></ol><blockquote>C</blockquote><hr><p>D</p><p><em>E</em></p>');
  });

  it('renders at most 51 levels of nested content', () => {
    const deep = `${'{"type":"quote","children":['.repeat(5000)}${']}'.repeat(5000)}`;
    expect(lexicalHtml(`{"root":{"children":[${deep}]}}`)).toMatch(/^(<blockquote>){51}(<\/blockquote>){51}$/);
  });
});

describe('a numbered list of lexicalHtml', () => {
  it('keeps its first number', () => {
    const item = { type: 'listitem', children: [{ type: 'extended-text', text: 'Salt' }] };
    const list = (start: number) =>
      lexicalHtml(
        JSON.stringify({ root: { children: [{ type: 'list', listType: 'number', start, children: [item] }] } }),
      );
    expect(list(3)).toBe('<ol start="3"><li>Salt</li></ol>');
    expect(list(1)).toBe('<ol><li>Salt</li></ol>');
  });
});

describe('mobiledocHtml', () => {
  it('renders sections, markups, atoms and cards', () => {
    const document = {
      version: '0.3.1',
      atoms: [['soft-return', '', {}]],
      cards: [
        ['hr', {}],
        ['card-markdown', { markdown: '*md*' }],
        ['html', { html: '<p>raw</p>' }],
      ],
      markups: [['em'], ['a', ['href', 'https://x.example']]],
      sections: [
        [1, 'h2', [[0, [], 0, 'Head']]],
        [
          1,
          'p',
          [
            [0, [], 0, 'a & '],
            [0, [0, 1], 1, 'b'],
            [0, [], 1, 'c'],
            [1, [], 0, 0],
            [0, [], 0, 'd'],
          ],
        ],
        [10, 0],
        [3, 'ul', [[[0, [], 0, 'item']]]],
        [10, 1],
        [10, 2],
      ],
    };
    expect(mobiledocHtml(JSON.stringify(document)).replaceAll('\n', '')).toBe(
      '<h2>Head</h2><p>a &amp; <em><a href="https://x.example">b</a>c</em><br>d</p><hr><ul><li>item</li></ul><p><em>md</em></p><p>raw</p>',
    );
  });
});
