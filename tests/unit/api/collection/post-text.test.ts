import { describe, expect, it } from 'vitest';
import { makeWxr, type PostSpec } from './make-wxr.ts';
import { messagesOf, readBooks } from './read-books.ts';

const text = 'The river ran high that spring, and the old bridge stood half under water until May came. '.repeat(3);
const terms = ['category|raft|The Raft'];

async function read(posts: readonly Partial<PostSpec>[], categories: readonly string[] = []) {
  const all = posts.map((post, at) => ({ id: at + 1, title: `Chapter ${at + 1}`, terms, content: text, ...post }));
  return (await readBooks({ 'export.xml': makeWxr(all, categories) })).books;
}
const htmlOf = async (content: string, meta: Record<string, string> = {}) =>
  (await read([{ content, meta }, {}]))[0]?.book.chapters[0]?.html.replaceAll('\n', '') ?? '';

const NOTE =
  /Word<sup><a class="text-note-ref" href="#([^"]+)" id="([^"]+)">1<\/a><\/sup>.*<aside class="text-note" id="\1"><p><a class="text-note-back" href="#\2">1<\/a> A <em>note<\/em>\. <\/p><\/aside>/;

describe('the text of a WordPress post', () => {
  it('has the notes of the block editor, which are in a custom field', async () => {
    const content =
      '<!-- wp:paragraph -->\n<p>Word<sup data-fn="a-1" class="fn"><a href="#a-1" id="a-1-link">1</a></sup></p>\n<!-- /wp:paragraph -->\n<!-- wp:footnotes /-->';
    expect(await htmlOf(content, { footnotes: '[{"id":"a-1","content":"A <em>note</em>."}]' })).toMatch(NOTE);
  });

  it.each(['ref', 'efn_note', 'mfn', 'footnote'])('has the notes of the shortcode [%s]', async (name) => {
    expect(await htmlOf(`Word [${name}]A <em>note</em>.[/${name}] and more.\n\n${text}`)).toMatch(NOTE);
  });

  it('does not include links to other chapters, embedded pages, buttons and blocks with a shortcode', async () => {
    const embed = '<!-- wp:embed {"url":"x"} -->\n<figure>https://video.example/x</figure>\n<!-- /wp:embed -->';
    const shortcode = '<!-- wp:shortcode -->\n[my_form]\n<!-- /wp:shortcode -->';
    const button = '<!-- wp:buttons -->\n<div><a href="/2/">Support me</a></div>\n<!-- /wp:buttons -->';
    const links = '<p><a href="/0/">Previous Chapter</a> | <a href="/">Index</a> | <a href="/2/">Next &gt;&gt;</a></p>';
    const story = '<!-- wp:paragraph -->\n<p>See <a href="https://a.example/">Index</a>.</p>\n<!-- /wp:paragraph -->';
    const html = await htmlOf([links, embed, story, shortcode, button].join('\n'));
    expect(html).toBe('<p>See <a href="https://a.example/" rel="nofollow noopener external">Index</a>.</p>');
  });

  it('has the text between a block without content and another block of its kind', async () => {
    const story = `<!-- wp:paragraph -->\n<p>${text}</p>\n<!-- /wp:paragraph -->`;
    const file = '<!-- wp:file {"id":1} -->\n<div>x.pdf</div>\n<!-- /wp:file -->';
    const html = await htmlOf(['<!-- wp:file /-->', story, file, '<!-- wp:file {"id":2} /-->', story, file].join('\n'));
    expect(html.split(text.trim())).toHaveLength(3);
    expect(html).not.toContain('x.pdf');
  });

  it('keeps the alignment of blocks', async () => {
    const content = `<!-- wp:paragraph -->\n<p>${text}</p>\n<!-- /wp:paragraph --><!-- wp:paragraph -->\n<p class="has-text-align-center">Middle</p>\n<!-- /wp:paragraph -->`;
    expect(await htmlOf(content)).toContain('<p class="text-center">Middle</p>');
  });
});

describe('the books of a WordPress site', () => {
  it('have the name of their category even if all posts are in categories of volumes', async () => {
    const volume = { terms: ['category|v1|Volume 1'] };
    const [book] = await read([volume, volume], ['raft||The Raft', 'v1|raft|Volume 1']);
    expect(book?.book.title).toBe('The Raft');
  });

  it('consist of all posts if no category has several posts', async () => {
    const [book] = await read([{ terms: [] }, { terms: ['category|uncategorized|Uncategorized'] }]);
    expect(book?.book).toMatchObject({ title: "Mara's Stories", chapters: [{}, {}] });
    expect(book && messagesOf(book)).toBe('');
  });

  it('are in the language of their texts if the language of the site has another script', async () => {
    const content = '春天河水上涨，老桥一直浸在水里。'.repeat(5);
    const [book] = await read([{ content }, { content }]);
    expect(book?.book.language).toBe('zh');
  });
});

describe('the groups of a Fictioneer story', () => {
  it('have the same titles for chapters and for texts without a chapter number', async () => {
    const meta = { fictioneer_chapter_story: '9', fictioneer_chapter_group: 'Arc Two' };
    const chapter = (id: number, more: object): PostSpec => ({ id, type: 'fcn_chapter', content: text, ...more });
    const xml = makeWxr([
      { id: 9, type: 'fcn_story', title: 'The Raft', meta: { fictioneer_story_chapters: 'a:1:{i:0;i:1;}' } },
      chapter(1, { title: 'Rain', meta }),
      chapter(2, { title: 'Interlude', meta: { ...meta, fictioneer_chapter_no_chapter: '1' } }),
      chapter(3, { title: 'Draft', status: 'draft', meta }),
    ]);
    const [book] = (await readBooks({ 'export.xml': xml })).books;
    expect(book?.book.chapters.map(({ part }) => part)).toEqual(['Arc 2', 'Arc 2']);
    expect(book && messagesOf(book)).toContain('1 are not in the story\'s list, added at the end: "Interlude".');
  });
});

describe('the posts of a Ghost site', () => {
  const post = (id: string, more: object) => ({ id, slug: id, title: id, type: 'post', status: 'published', ...more });
  const readGhost = async (posts: object[], tables: object) => {
    const json = JSON.stringify({ db: [{ data: { posts, ...tables } }] });
    return (await readBooks({ 'site.json': json })).books;
  };

  it('are one book with the title of the site if no tag has several posts', async () => {
    const posts = ['p1', 'p2'].map((id) => post(id, { html: `<p>${text}</p>` }));
    const [book] = await readGhost(posts, { settings: [{ key: 'title', value: 'Low Water' }] });
    expect(book?.book).toMatchObject({ title: 'Low Water', chapters: [{ title: 'p1' }, { title: 'p2' }] });
    expect(book && messagesOf(book)).toBe('');
  });

  it('do not include buttons, sign-up forms and bookmarks', async () => {
    const cards =
      '<div class="kg-card kg-button-card"><a class="kg-btn">Join</a></div><div class="kg-card kg-signup-card"><h2>Sign up</h2></div><figure class="kg-card kg-bookmark-card"><a>Page</a></figure><div class="kg-card kg-callout-card"><div class="kg-callout-emoji">!</div><div class="kg-callout-text">Kept</div></div>';
    const [book] = await readGhost(
      [post('p1', { html: `<p>One</p>${cards}` }), post('p2', { html: '<p>Two</p>' })],
      {},
    );
    expect(book?.book.chapters[0]?.html).toBe('<p>One</p><p>Kept</p>');
  });

  it('keep the text of callouts and toggles in both formats, and report the pictures of galleries', async () => {
    const cards = [
      ['callout', { calloutText: 'Called' }],
      ['toggle', { heading: 'Head', content: '<p>Inside</p>' }],
      ['gallery', { images: [{ src: '/content/images/a.png' }] }],
    ];
    const mobiledoc = JSON.stringify({ cards, sections: cards.map((_, at) => [10, at]) });
    const children = cards.map(([type, fields]) => ({ type, ...(fields as object) }));
    const lexical = JSON.stringify({ root: { children } });
    const [book] = await readGhost([post('p1', { mobiledoc }), post('p2', { lexical })], {});
    for (const { html } of book?.book.chapters ?? [])
      expect(html).toBe('<blockquote><p>Called</p></blockquote><p>Head</p><p>Inside</p>');
    expect(book && messagesOf(book)).toContain('2 pictures in chapters were left out: "a.png"');
  });
});
