import { describe, expect, it } from 'vitest';
import { EpubError, readEpub, rewriteLinks } from '#src/api/epub/index.ts';
import { verify } from '#src/api/epub/sanitise.ts';
import { document, makeEpub, PNG, prose } from './make-epub.ts';

async function clean(body: string): Promise<string> {
  const files = { 'OEBPS/one.xhtml': document(`<h2>I</h2>${body}${prose()}`), 'OEBPS/a.png': PNG };
  const { chapters } = await readEpub(makeEpub({ files }));
  return (chapters[0]?.html ?? '').split('<p>lamp0')[0]?.trim() ?? '';
}

describe('the sanitiser of EPUB text', () => {
  it.each([
    ['a script', '<p>a<script>alert(1)</script></p>', '<p>a</p>'],
    ['a self-closed script', '<p>a<script src="x.js"/>b</p>', '<p>ab</p>'],
    ['handlers and styles', '<p onclick="x()" style="color:red" class="c">a</p>', '<p>a</p>'],
    ['style elements', '<style>p{}</style><p>a</p>', '<p>a</p>'],
    [
      'frames, forms and objects',
      '<iframe src="https://x.test">f</iframe><object data="x">o</object><form action="x"><input/><button>b</button></form><p>a</p>',
      '<p>a</p>',
    ],
    [
      'javascript: links',
      '<p><a href="javascript:alert(1)">a</a><a href=" java&#10;script:alert(1)">b</a></p>',
      '<p>ab</p>',
    ],
    [
      'data: and http: links',
      '<p><a href="data:text/html,x">a</a><a href="http://x.test/">b</a><a href="mailto:a@x.test">c</a></p>',
      '<p>abc</p>',
    ],
    ['svg with script', '<svg><script>alert(1)</script><text>t</text></svg><p>a</p>', '<p>a</p>'],
    [
      'math, except its text',
      '<p>a<math><mtext><table><mglyph><style><img src=x onerror=alert(1)></style></mglyph></table></mtext><mi>b</mi></math></p>',
      expect.stringMatching(/^<p>a[^<>]*b<\/p>$/),
    ],
    ['comments', '<p>a<!-- <b>x</b> --></p>', '<p>a</p>'],
    [
      'images from other sites',
      '<p>a<img src="https://x.test/p.gif"/><img src="data:image/png;base64,AA"/></p>',
      '<p>a</p>',
    ],
    ['page numbers', '<p>a<span epub:type="pagebreak">12</span></p>', '<p>a</p>'],
    ['ids without links to them', '<p id="x">a</p>', '<p>a</p>'],
  ])('drops %s', async (_what, body, expected) => {
    expect(await clean(body)).toEqual(expected);
  });

  it.each([
    [
      'emphasis',
      '<p><em>a</em> <i>b</i> <strong>c</strong><sup>d</sup></p>',
      '<p><em>a</em> <i>b</i> <strong>c</strong><sup>d</sup></p>',
    ],
    [
      'languages',
      '<p><span xml:lang="fr" class="x">a</span><span class="x">b</span></p>',
      '<p><span lang="fr">a</span>b</p>',
    ],
    [
      'https links, marked as external',
      '<p><a href="https://x.test/?a=1&amp;b=2" target="_blank">a</a></p>',
      '<p><a href="https://x.test/?a=1&amp;b=2" rel="nofollow noopener external">a</a></p>',
    ],
    [
      'tables and their spans',
      '<table><tr><td colspan="2" style="x">a</td></tr></table>',
      '<table><tbody><tr><td colspan="2">a</td></tr></tbody></table>',
    ],
    ['ruby', '<p><ruby>漢<rt>kan</rt></ruby></p>', '<p><ruby>漢<rt>kan</rt></ruby></p>'],
    ['named characters', '<p>a&nbsp;&mdash;b &amp; &lt;c&gt;</p>', '<p>a\u00a0—b &amp; &lt;c&gt;</p>'],
    ['CDATA, as text', '<p><![CDATA[<b>x</b>]]></p>', '<p>&lt;b&gt;x&lt;/b&gt;</p>'],
    ['blocks of plain text, as paragraphs', '<div>a <i>b</i><div>c</div>d</div>', '<p>a <i>b</i></p><p>c</p><p>d</p>'],
    ['headings, one level lower', '<p>a</p><h1>b</h1><h6>c</h6>', '<p>a</p><h2>b</h2><h4>c</h4>'],
    ['preformatted white space', '<pre>a\n  b</pre>', '<pre>a\n  b</pre>'],
  ])('keeps %s', async (_what, body, expected) => {
    expect(await clean(body)).toBe(expected);
  });

  it('replaces an SVG that only wraps a bitmap with the bitmap', async () => {
    const svg = '<div><svg viewBox="0 0 1 1"><title>Map</title><image xlink:href="a.png" onload="x()"/></svg></div>';
    expect(await clean(svg)).toMatch(/^<p><img src="epub-image:[0-9a-f]{16}" alt="Map" \/><\/p>$/);
  });

  it.each([
    '<script>x</script>',
    '<p onclick="x">a</p>',
    '<a href="javascript:x">a</a>',
    '<a href="https://x.test">a</a>',
    '<img src="https://x.test">',
    '<svg></svg>',
    '<!-- x -->',
    '<p style="x">a</p>',
    '<p id="x">a</p>',
    '<p lang="x y">a</p>',
    '<iframe></iframe>',
    '<math><mi>a</mi></math>',
    '<template><p>a</p></template>',
  ])('rejects %s', (html) => {
    expect(() => verify(html, 'One')).toThrow(EpubError);
  });
});

describe('rewriteLinks in EPUB text', () => {
  it('replaces `epub-image:` and `epub-chapter:` URLs with URLs of the site', () => {
    const html =
      '<p><img src="epub-image:0f" alt="" /><a href="epub-chapter:2#b-1-x">n</a><a href="epub-chapter:0">o</a><a href="#b-1-y">p</a></p>';
    expect(rewriteLinks(html, { image: (id) => `/i/${id}?a&b`, chapter: (index) => `/c/${index}` })).toBe(
      '<p><img src="/i/0f?a&amp;b" alt="" /><a href="/c/2#b-1-x">n</a><a href="/c/0">o</a><a href="#b-1-y">p</a></p>',
    );
  });
});
