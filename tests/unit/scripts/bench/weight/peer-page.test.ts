import { expect, it } from 'vitest';
import { reactSource, vueSource } from '../../../../../scripts/bench/rebuild/element-source.ts';
import { documentOf, peerPage } from '../../../../../scripts/bench/weight/peer-page.ts';

const OURS = `<html lang="en"><head><title>Tea</title><script>ours()</script>
<script type="application/ld+json">{"a":1}</script><link rel="stylesheet" href="/a.css"></head>
<body class="listing"><nav><a href="/">Home</a></nav>
<main id="content"><astro-island props="{&quot;a&quot;:1>0}"><h1 class="big">Tea &amp; cake</h1></astro-island>
<img src="/1.webp" alt="Cover"></main><p>End</p></body></html>`;

it("peerPage removes Lectern's scripts and islands, but keeps their content", () => {
  const { html } = peerPage('listing', OURS);
  expect(html).not.toMatch(/ours\(\)|astro-island/);
  expect(html).toContain('<h1 class="big">Tea &amp; cake</h1>');
  expect(html).toContain('{"a":1}');
});

it('peerPage treats texts, URLs and images in the main part as data, and everything else as markup', () => {
  const { shape, values } = peerPage('listing', OURS);
  expect(values).toEqual(['Tea & cake', '/1.webp', 'Cover']);
  expect(shape.texts.join('')).toContain('<a href="/">Home</a>');
  expect(shape.texts.join('')).toContain('<h1 class="big">');
});

it('the structure of a peer page is converted into code for React and for Vue', () => {
  const { shape } = peerPage('listing', OURS);
  const shapes = { frames: [shape], cards: [] };
  expect(reactSource(shapes)).toContain('h("h1", { "className": "big" }, v[0])');
  expect(vueSource(shapes)).toContain('h("h1", { "class": "big" }, [v[0]])');
  expect(vueSource(shapes)).toContain('"type": "application/ld+json", innerHTML: "{\\"a\\":1}"');
});

it('documentOf reads the head of a document and the attributes of its elements', () => {
  const { head, html, body } = documentOf(peerPage('listing', OURS).html);
  expect([html['lang'], body['class']]).toEqual(['en', 'listing']);
  expect(head.map(({ name }) => name)).toEqual(['title', 'script', 'link']);
  expect(head[0]?.text).toBe('Tea');
});
