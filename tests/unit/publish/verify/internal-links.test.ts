import { describe, expect, it } from 'vitest';
import { internalLinks } from '#src/publish/verify/internal-links.ts';

const links = (html: string) => internalLinks(html, '/genres/1/Romance', 'https://www.example.com');

it.each([
  ['links and forms', '<a href="/tags">x</a><form action="/search"></form>', ['/search', '/tags']],
  ['no URL that a form is posted to', '<form method="POST" action="/_sign-in"><a href="/tags">x</a></form>', ['/tags']],
  [
    'files that the page loads',
    '<link rel="stylesheet" href="/_astro/a.css"><script src="/_astro/b.js"></script>',
    ['/_astro/a.css', '/_astro/b.js'],
  ],
  [
    'each width of an image',
    '<img src="/m/1.webp" srcset="/m/1.webp?w=160 160w, /m/2.webp 320w">',
    ['/m/1.webp', '/m/2.webp'],
  ],
  ['URLs with query and hash', '<a href="/search?q=a&amp;b=c#top">x</a>', ['/search']],
  ['URLs relative to the page', '<a href="page-2">x</a>', ['/genres/1/page-2']],
  [
    'absolute URLs of the site itself',
    '<link rel="canonical" href="https://www.example.com/genres/1/Romance">',
    ['/genres/1/Romance'],
  ],
  [
    'nothing in scripts and text areas',
    '<script>"<a href=/x>"</script><textarea><a href=/y></textarea><a href=/z>',
    ['/z'],
  ],
  ['links beside an SVG', '<svg><title>S</title><a href="/a">x</a></svg><a href="/b">y</a>', ['/a', '/b']],
  ['a repeated URL once', '<a href="/a">x</a><a href="/a">y</a>', ['/a']],
])('internalLinks finds %s', (_, html, found) => {
  expect(links(html).sort()).toEqual(found);
});

it.each([
  'https://other.example/',
  'mailto:a@b.c',
  'data:text/plain,x',
  '//cdn.example/x',
  'javascript:void 0',
  'http://[broken',
])('internalLinks ignores %s', (address) => {
  expect(links(`<a href="${address}">x</a>`)).toEqual([]);
});

describe('internalLinks, for forms and media', () => {
  const linksIn = (html: string) => internalLinks(html, '/novel/1', 'https://a.test');

  it('returns the URL of a GET form, but not of a POST form', () => {
    expect(linksIn('<form action="/search"></form>')).toEqual(['/search']);
    expect(linksIn('<form method="get" action="/search"></form>')).toEqual(['/search']);
    expect(linksIn('<form method="POST" action="/sign-in"></form>')).toEqual([]);
    expect(linksIn('<form method="post" action="/sign-in" data-way="post"><img src="/a.png"></form>')).toEqual([
      '/a.png',
    ]);
    expect(linksIn('<button formmethod="post" title="post"></button><form data-a="post" action="/b"></form>')).toEqual([
      '/b',
    ]);
    // Only the URL in `action` receives data.
    expect(linksIn('<form method="post" src="/c.png" action="/d"></form>')).toEqual(['/c.png']);
  });

  it('returns the URL of every size of an image, and of the poster of a video', () => {
    expect(linksIn('<img srcset="/s.png 1x, /l.png 2x">')).toEqual(['/s.png', '/l.png']);
    expect(linksIn('<video poster="/p.png"></video>')).toEqual(['/p.png']);
  });
});
