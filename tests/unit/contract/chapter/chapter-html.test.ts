import { describe, expect, it } from 'vitest';
import { safeChapterHtml } from '#src/contract/chapter/chapter-html.server.ts';
import { PICTURE_SIZES } from '#src/contract/chapter/picture-sources.ts';
import { processorTime } from '../../../helpers/processor-time.ts';

const clean = (html: string) =>
  safeChapterHtml(html, { mediaUrl: (url) => `/prefix${url}`, chapterHref: (id) => `/book-reader/4/${id}` });

describe('safeChapterHtml', () => {
  it('keeps text markup', () => {
    const html = '<p>One <em>two</em> <ruby>漢<rt>kan</rt></ruby></p><blockquote><p lang="fr">Oui</p></blockquote>';
    expect(clean(html)).toBe(html);
  });

  it.each([
    '<p><ruby>漢<rp>(</rp><rt>かん</rt><rp>)</rp></ruby>字</p>',
    '<p dir="rtl" lang="ar">مرحبا <bdi>Ann</bdi> <bdo dir="ltr">12</bdo></p>',
    '<table><caption>Ships</caption><tbody><tr><td colspan="2">One</td></tr></tbody></table>',
    '<figure><figcaption>The lighthouse</figcaption></figure>',
    '<p>Tyger Tyger,<br />burning bright</p><pre>  line\n    line</pre>',
  ])('keeps text in every script and writing direction: %s', (html) => {
    expect(clean(html)).toBe(html);
  });

  it('adds the prefix to image URLs and loads images lazily', () => {
    expect(clean('<img src="/media/pictures/a.webp">')).toContain('src="/prefix/media/pictures/a.webp"');
    expect(clean('<img src="/media/pictures/a.webp">')).toContain('loading="lazy"');
  });

  it("keeps the available widths of an image in srcset, and sets sizes to the text column's width", () => {
    const srcset = '/media/pictures/a.webp?w=320 320w, https://p.example/a.webp 900w';
    expect(clean(`<img src="/media/pictures/a.webp" srcset="${srcset}" sizes="1px" width="900" height="600">`)).toBe(
      '<img width="900" height="600" src="/prefix/media/pictures/a.webp" ' +
        'srcset="/prefix/media/pictures/a.webp?w=320 320w, https://p.example/a.webp 900w" ' +
        `sizes="${PICTURE_SIZES}" loading="lazy" alt="" />`,
    );
  });

  it.each(['//evil.example/a.webp 320w', 'javascript:x 320w', '/a.webp 2x', '/a.webp 320w, data:x 640w', ','])(
    'ignores the invalid srcset %j',
    (srcset) => {
      expect(clean(`<img src="/a.webp" srcset="${srcset}">`)).toBe(
        '<img src="/prefix/a.webp" loading="lazy" alt="" />',
      );
    },
  );

  it('keeps links to notes in the chapter, adds rel to external links and removes links to pages of the site', () => {
    expect(clean('<a href="#n1">1</a><p id="n1">n</p>')).toBe('<a href="#c-n1">1</a><p id="c-n1">n</p>');
    expect(clean('<a href="https://example.com/">x</a>')).toBe(
      '<a href="https://example.com/" rel="nofollow ugc noopener">x</a>',
    );
    expect(clean('<a href="/login">x</a>')).toBe('<a>x</a>');
    expect(clean('<a href="#n1">1</a><a id="n1" rel="opener">n</a>')).toBe('<a href="#c-n1">1</a><a id="c-n1">n</a>');
  });

  it('resolves links to chapters of the book, and removes the URL of invalid chapter links', () => {
    expect(clean('<a href="chapter:43#b-2-n1">1</a>')).toBe('<a href="/book-reader/4/43#c-b-2-n1">1</a>');
    expect(clean('<a href="chapter:43">x</a>')).toBe('<a href="/book-reader/4/43#top">x</a>');
    expect(clean('<a href="chapter:43/../..">x</a><a href="chapter:">y</a>')).toBe('<a>x</a><a>y</a>');
  });

  it.each(['http://evil.example', 'javascript:alert(1)', '//evil.example'])(
    'removes the URL %s even if the function that builds chapter URLs returns it',
    (address) => {
      const addresses = { mediaUrl: (url: string) => url, chapterHref: () => address };
      expect(safeChapterHtml('<a href="chapter:43">x</a>', addresses)).toBe('<a>x</a>');
    },
  );

  it('throws if a chapter URL is not absolute and does not begin with a slash', () => {
    const addresses = { mediaUrl: (url: string) => url, chapterHref: () => 'book-reader/4' };
    expect(() => safeChapterHtml('<a href="chapter:43">x</a>', addresses)).toThrow(
      'the sanitiser let href="book-reader/4#top" on <a> through',
    );
  });

  it('keeps the text of forbidden elements, except scripts and styles', () => {
    expect(clean('<main><section><div>One <blink>two</blink></div></section></main>')).toBe(
      '<section><div>One two</div></section>',
    );
    expect(clean('<p>a<script>b</script><style>c</style>d</p>')).toBe('<p>ad</p>');
  });

  it('keeps only allowed classes', () => {
    expect(clean('<aside class="text-note hero"><p class="button">n</p></aside>')).toBe(
      '<aside class="text-note"><p>n</p></aside>',
    );
  });

  it('converts an h1 into an h2', () => {
    expect(clean('<h1>Title</h1>')).toBe('<h2>Title</h2>');
  });

  it.each([
    '<script>alert(1)</script>',
    '<img src=x onerror=alert(1)>',
    '<svg onload=alert(1)>',
    '<svg><style><img src=x onerror=alert(1)></style></svg>',
    '<a href="javascript:alert(1)">x</a>',
    '<a href="JaVaScRiPt:alert(1)">x</a>',
    '<a href="java\tscript:alert(1)">x</a>',
    '<a href="//evil.example">x</a>',
    '<iframe srcdoc="<script>alert(1)</script>"></iframe>',
    '<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=alert(1)&gt;">',
    '<p style="background:url(javascript:alert(1))">x</p>',
    '<object data="x"></object><embed src="x"><link rel=stylesheet href=x><meta http-equiv=refresh content="0;url=x">',
    '<form action="https://evil.example"><input name=a><button>go</button></form>',
    '<noscript><p title="</noscript><img src=x onerror=alert(1)>">',
    '<base href="https://evil.example/">',
    '<p id="x" onclick="alert(1)" class="y">x</p>',
    '<img src="data:image/svg+xml,<svg onload=alert(1)>">',
    '<template><script>alert(1)</script></template>',
  ])('removes executable markup from %s', (html) => {
    const result = clean(html);
    expect(result).not.toMatch(/<(script|iframe|svg|style|form|input|object|embed|link|meta|base|template|math)/i);
    expect(result).not.toMatch(/<[^>]+\s(on\w+|style|class)=/i);
    expect(result).not.toMatch(/(href|src)="(?!https:\/\/|#|\/prefix\/)/i);
  });

  const HOSTILE: Readonly<Record<string, (bytes: number) => string>> = {
    'images that are removed': (bytes) => 'a'.repeat(bytes / 2) + '<img>'.repeat(bytes / 10),
    'paragraphs within unclosed elements': (bytes) => DEEP + '<p>x</p>'.repeat((bytes - DEEP.length) / 8),
    'text in a table outside its cells': (bytes) => `<table>${'<b>x</b>'.repeat(bytes / 8)}`,
    'end tags without a start tag': (bytes) => DEEP + '</p>'.repeat((bytes - DEEP.length) / 4),
    'elements closed in the wrong order': (bytes) => '<b><i></b></i>'.repeat(bytes / 14),
    'comments in the URL of a link': (bytes) => `<a href="${'<!---->'.repeat(bytes / 7)}">x</a>`,
    'many attributes': (bytes) => `<p ${Array.from({ length: bytes / 8 }, (_, index) => `a${index}`).join(' ')}>`,
    'less-than signs that begin no tag': (bytes) => '<'.repeat(bytes),
  };
  const DEEP = Array.from({ length: 200 }, (_, index) => `<b id="${index}">`).join('');
  const KIB = 1024;
  const timeOf = (html: string) => processorTime(() => clean(html));

  it.each(Object.entries(HOSTILE))(
    'takes time proportional to the length of hostile input: %s',
    { timeout: 60_000 },
    (_name, make) => {
      const short = make(96 * KIB);
      const fastest = Math.min(timeOf(short), timeOf(short));
      // The input is four times as long: linear code takes four times as long, quadratic code sixteen times.
      expect(timeOf(make(384 * KIB))).toBeLessThan(10 * Math.max(fastest, 60));
    },
  );

  it('takes only a few times longer for hostile text than for plain paragraphs', { timeout: 60_000 }, () => {
    const plain = timeOf('<p>Some text of a chapter, and no more than that.</p>'.repeat(3500));
    for (const make of Object.values(HOSTILE)) expect(timeOf(make(180 * KIB))).toBeLessThan(40 * Math.max(plain, 50));
  });

  it('removes elements that are nested too deeply', () => {
    expect(clean('<b>'.repeat(300)).match(/<b>/g)).toHaveLength(256);
  });
});
