import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';

let renderChapter: (html: string) => string;

/** Replaces the sanitiser with one that removes nothing. */
beforeAll(async () => {
  vi.resetModules();
  vi.doMock('sanitize-html', () => ({ default: (html: string) => html }));
  const { safeChapterHtml } = await import('#src/contract/chapter/chapter-html.server.ts');
  renderChapter = (html) =>
    safeChapterHtml(html, { mediaUrl: (url) => url, chapterHref: (id) => `/book-reader/4/${id}` });
});
afterAll(() => {
  vi.doUnmock('sanitize-html');
  vi.resetModules();
});

describe('markup that the sanitiser should have removed', () => {
  it.each([
    ['<p>x</p><script>alert(1)</script>', 'let <script> through'],
    ['<no-picture>', 'let <no-picture> through'],
    ['<p onclick="alert(1)">x</p>', 'let onclick="alert(1)" on <p> through'],
    ['<p lang="fr" style="color:red">x</p>', 'let style="color:red" on <p> through'],
    ['<p href="/x">x</p>', 'let href="/x" on <p> through'],
    ['<a href="javascript:alert(1)">x</a>', 'let href="javascript:alert(1)" on <a> through'],
    ['<a href="//evil.example">x</a>', 'let href="//evil.example" on <a> through'],
    ['<a href="http://evil.example">x</a>', 'let href="http://evil.example" on <a> through'],
    ['<img src="data:x">', 'let src="data:x" on <img> through'],
    ['<img srcset="/a.webp 320w, //evil.example/a.webp 640w">', 'on <img> through'],
    ['<img srcset="/a.webp 2x">', 'let srcset="/a.webp 2x" on <img> through'],
    ['<p class="text-note hero">x</p>', 'let class="text-note hero" on <p> through'],
    ['<p>x</p><!-- a comment -->', 'let a comment or declaration through'],
    ['<p>x</p><!-- never ended', 'let a comment or declaration through'],
    ['<!doctype html><p>x</p>', 'let a comment or declaration through'],
  ])('is never shown: %s', (html, message) => {
    expect(() => renderChapter(html)).toThrow(message);
  });
});

it.each([
  '<section><div><p lang="ar" dir="rtl" id="c-1" class="text-note text-bold">One\u0000 &amp; two</p></div></section>',
  '<a href="#c-1">x</a><a href="/book-reader/4/2#top">y</a><a href="https://a.example" rel="nofollow">z</a>',
  '<img src="/a.webp" srcset="/a.webp?w=3 3w, https://a.example/b 9w" sizes="1px" alt="" width="1" height="1" loading="lazy">',
])('text markup passes verification unchanged: %s', (html) => expect(renderChapter(html)).toBe(html));
