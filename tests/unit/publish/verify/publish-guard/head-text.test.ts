import { expect, it } from 'vitest';
import { readHead } from '#src/publish/verify/publish-guard/head-text.ts';

const read = (head: string, body = '') =>
  readHead(Buffer.from(`<html><head>${head}</head><body>${body}</body></html>`));

it("readHead returns empty fields if the page's head is not closed", () => {
  expect(readHead(Buffer.from('<head><title>Whole</title><meta name="robots" content="noindex">'))).toEqual({
    title: '',
    descriptions: [],
    siteName: undefined,
    robots: '',
    canonical: undefined,
    addresses: [],
  });
});

it('readHead returns descriptions and URLs from all meta tags and links, with character references decoded', () => {
  const head = read(
    `<title> Sun &amp; &lt;Moon&gt; &quot;&#8217;&apos; </title><meta name="description" content="One">` +
      `<meta property="og:title" content="Two > 1"><meta property="og:description" content="Three">` +
      `<meta property="og:url" content="https://a.test/u"><link rel="canonical" href="https://a.test/c">` +
      `<link rel="alternate" hreflang="de" href="https://a.test/de"><link rel="prev" href="/1"><link rel="next" href="/3">` +
      `<link rel="stylesheet" href="/a.css"><meta name="robots" content="noindex">`,
  );
  expect(head).toEqual({
    title: `Sun & <Moon> "\u2019'`,
    descriptions: ['One', 'Two > 1', 'Three'],
    siteName: undefined,
    robots: 'noindex',
    canonical: 'https://a.test/c',
    addresses: ['https://a.test/c', 'https://a.test/de', '/1', '/3', 'https://a.test/u'],
  });
});

it('readHead ignores scripts and the body', () => {
  const meta = '<meta property="og:site_name" content="Another">';
  expect(read(`<script type="application/ld+json">${meta}</script>`, meta).siteName).toBeUndefined();
  expect(read(meta).siteName).toBe('Another');
});
