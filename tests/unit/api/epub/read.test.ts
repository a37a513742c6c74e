import { describe, expect, it } from 'vitest';
import { readEpub } from '#src/api/epub/index.ts';
import { document, item, JPEG, makeEpub, PNG, prose, SVG } from './make-epub.ts';

const FULL = `<dc:identifier>urn:other</dc:identifier><dc:identifier id="uid">urn:isbn:1</dc:identifier>
<dc:title id="s">A Tale of Oil</dc:title><dc:title id="t">The Lamp &amp; I</dc:title>
<meta refines="#t" property="title-type">main</meta>
<dc:creator id="a">Ada Quill</dc:creator><meta refines="#a" property="role">aut</meta>
<dc:creator id="b">Bo Reed</dc:creator><dc:creator id="c">Cy Ink</dc:creator><meta refines="#c" property="role">ill</meta>
<dc:language>pt_br</dc:language><dc:subject>Lamps -- Fiction</dc:subject><dc:subject>Oil</dc:subject><dc:subject>Oil</dc:subject>
<dc:description>&lt;p&gt;First &amp;amp; &lt;i&gt;best&lt;/i&gt;.&lt;/p&gt;&lt;p&gt;Second.&lt;script&gt;x&lt;/script&gt;&lt;/p&gt;</dc:description>`;

describe('readEpub', () => {
  it('reads the metadata', async () => {
    const book = await readEpub(makeEpub({ metadata: FULL }));
    expect(book).toMatchObject({
      identifier: 'urn:isbn:1',
      title: 'The Lamp & I',
      authors: ['Ada Quill', 'Bo Reed'],
      language: 'pt-BR',
      subjects: ['Lamps -- Fiction', 'Oil'],
      description: 'First & best.\n\nSecond.',
    });
  });

  it('reads a package file whose elements have a prefix', async () => {
    const plain = `<opf:package xmlns:opf="http://www.idpf.org/2007/opf" version="2.0"><opf:metadata xmlns:dc="http://purl.org/dc/elements/1.1/">
<dc:title>Prefixed</dc:title><dc:creator opf:role="aut">Ada Quill</dc:creator><dc:creator opf:role="trl">Tia</dc:creator></opf:metadata><opf:manifest>
<opf:item id="d0" href="one.xhtml" media-type="application/xhtml+xml"/></opf:manifest><opf:spine><opf:itemref idref="d0"/></opf:spine></opf:package>`;
    const book = await readEpub(makeEpub({ files: { 'OEBPS/book.opf': plain } }));
    expect(book).toMatchObject({ title: 'Prefixed', authors: ['Ada Quill'], language: 'und' });
    expect(book.identifier).toMatch(/^urn:lectern:[0-9a-f]{32}$/);
    expect(book.chapters.map((chapter) => chapter.title)).toEqual(['I'].map(() => 'Chapter 1'));
  });

  it.each([
    ['PNG', 'art.png', PNG, 'image/png'],
    ['JPEG, even if the file name ends in .png', 'art.png', JPEG, 'image/jpeg'],
    ['SVG', 'art.svg', SVG, 'image/svg+xml'],
  ])('accepts a cover in the format %s', async (_what, name, bytes, type) => {
    const manifest = `<item id="c" href="${name}" media-type="image/x" properties="cover-image"/>`;
    const book = await readEpub(makeEpub({ manifest, files: { [`OEBPS/${name}`]: bytes } }));
    expect(book.cover?.type).toBe(type);
    expect(Buffer.from(book.cover?.bytes ?? []).equals(Buffer.from(bytes as string))).toBe(true);
  });

  it.each([
    [
      'EPUB 2 metadata',
      {
        metadata: '<dc:title>T</dc:title><meta name="cover" content="c"/>',
        manifest: '<item id="c" href="a.png" media-type="image/png"/>',
      },
    ],
    ['a cover page', { guide: '<guide><reference type="cover" href="front.xhtml"/></guide>' }],
    ['its file name', { manifest: '<item id="x" href="the-cover.png" media-type="image/png"/>' }],
  ])('finds a cover by %s', async (_how, spec) => {
    const files = {
      'OEBPS/a.png': PNG,
      'OEBPS/the-cover.png': PNG,
      'OEBPS/front.xhtml': document('<img src="a.png"/>'),
    };
    expect((await readEpub(makeEpub({ ...spec, files }))).cover?.type).toBe('image/png');
  });

  it('omits an SVG cover that could run code', async () => {
    const manifest = '<item id="c" href="c.svg" media-type="image/svg+xml" properties="cover-image"/>';
    const svg = SVG.replace('<path', '<script>alert(1)</script><path');
    expect((await readEpub(makeEpub({ manifest, files: { 'OEBPS/c.svg': svg } }))).cover).toBeUndefined();
  });

  it('stores identical images only once and omits files that are not images', async () => {
    const one = `<h2>I</h2>${prose()}<p><img src="a.png" alt="A lamp"/><img src="b.png"/><img src="no.png"/><img src="fake.png"/><img src="https://x.test/a.png"/></p>`;
    const files = { 'OEBPS/a.png': PNG, 'OEBPS/b.png': PNG, 'OEBPS/fake.png': 'MZ' };
    const { images, chapters } = await readEpub(makeEpub({ documents: { 'one.xhtml': one }, files }));
    expect(images).toHaveLength(1);
    expect(images[0]?.type).toBe('image/png');
    expect(await images[0]?.read()).toEqual(PNG);
    const src = `src="epub-image:${images[0]?.id}"`;
    expect(chapters[0]?.html).toContain(`<p><img ${src} alt="A lamp" /><img ${src} alt="" /></p>`);
  });

  it('returns the same fingerprint for the same text in a different archive, and a different fingerprint for a changed text', async () => {
    const print = async (spec: Parameters<typeof makeEpub>[0]): Promise<string> =>
      (await readEpub(makeEpub(spec))).fingerprint;
    const first = await print({});
    expect(first).toMatch(/^[0-9a-f]{64}$/);
    expect(await print({ files: { 'OEBPS/style.css': 'p {}' } })).toBe(first);
    expect(await print({ documents: { 'one.xhtml': `<h2>I</h2>${prose(41)}` } })).not.toBe(first);
  });

  it('reads file names with combining accents', async () => {
    const name = 'cafe\u0301.xhtml';
    const files = { [`OEBPS/${name}`]: document(`<h2>II</h2>${prose(41)}`) };
    const manifest = '<item id="x" href="caf%C3%A9.xhtml" media-type="application/xhtml+xml"/>';
    const spineEnd = '<itemref idref="x"/>';
    const nav = item('one.xhtml', 'I') + item('café.xhtml', 'II');
    const book = await readEpub(makeEpub({ documents: { 'one.xhtml': prose() }, files, manifest, spineEnd, nav }));
    expect(book.chapters.map(({ title, words }) => [title, words])).toEqual([
      ['Chapter 1', 40],
      ['Chapter 2', 41],
    ]);
  });

  it('finds files whose names are escaped or differ in case, and reads other text encodings', async () => {
    const utf16 = Buffer.from(`\ufeff${document(`<h2>II</h2>${prose(40, 'ähre')}`)}`, 'utf16le');
    const book = await readEpub(
      makeEpub({
        documents: { 'a%20b.xhtml': '', 'TWO.xhtml': '' },
        nav: item('a%20b.xhtml', 'I') + item('two.xhtml', 'II'),
        without: ['OEBPS/a%20b.xhtml'],
        files: { 'OEBPS/a b.xhtml': document(`<h2>I</h2>${prose()}`), 'OEBPS/TWO.xhtml': utf16 },
      }),
    );
    expect(book.chapters.map(({ title, words }) => [title, words])).toEqual([
      ['Chapter 1', 40],
      ['Chapter 2', 40],
    ]);
    expect(book.chapters[1]?.html).toContain('ähre3');
  });
});
