import { describe, expect, it } from 'vitest';
import { readEpub } from '#src/api/epub/index.ts';
import { type BookSpec, item, makeEpub, PNG, prose, SVG } from './make-epub.ts';

const read = async (spec: BookSpec) => readEpub(makeEpub(spec));
const messages = async (spec: BookSpec) => (await read(spec)).doubts?.map(({ message }) => message);

const TEXTS = { 'one.xhtml': `<h2>Ford</h2>${prose()}`, 'two.xhtml': `<h2>Mill</h2>${prose()}` };
const METADATA = '<dc:identifier id="uid">x</dc:identifier><dc:title>The Lamp</dc:title><dc:language>en</dc:language>';

describe('the losses reported for an EPUB', () => {
  it('are empty for a complete book', async () => {
    expect(await messages({ documents: TEXTS })).toEqual([]);
  });

  it('include a missing text file, and the rest of the book is still read', async () => {
    const nav = item('one.xhtml', 'Ford') + item('two.xhtml', 'The Mill');
    const spec = { documents: TEXTS, nav, without: ['OEBPS/two.xhtml'] };
    expect((await read(spec)).chapters.map(({ title }) => title)).toEqual(['Ford']);
    expect(await messages(spec)).toEqual([
      expect.stringMatching(/^Missing text: the book names "OEBPS\/two\.xhtml" \(The Mill\), which/),
    ]);
  });

  it('include missing images and style sheets', async () => {
    const manifest =
      '<item id="p" href="p.png" media-type="image/png"/><item id="s" href="s.css" media-type="text/css"/><item id="f" href="f.otf" media-type="font/otf"/>';
    expect(await messages({ documents: TEXTS, manifest })).toEqual([
      'Missing pictures or style sheets: "OEBPS/p.png", "OEBPS/s.css". Get a complete copy of the book.',
    ]);
  });

  it('name the first five files and count the others', async () => {
    const names = Array.from({ length: 7 }, (_, index) => `c${index}.xhtml`);
    const documents = { ...TEXTS, ...Object.fromEntries(names.map((name) => [name, prose()])) };
    const [message] = (await messages({ documents, without: names.map((name) => `OEBPS/${name}`) })) ?? [];
    expect(message).toContain('"OEBPS/c4.xhtml" (7) and 2 more, which');
  });

  it('include pages that consist of an image, although the image is kept', async () => {
    const spec = {
      documents: TEXTS,
      nav: item('one.xhtml', 'Ford') + item('two.xhtml', 'Mill') + item('map.svg', 'A Map'),
      files: { 'OEBPS/map.svg': SVG, 'OEBPS/b%c.png': PNG },
      manifest:
        '<item id="m" href="map.svg" media-type="image/svg+xml"/><item id="b" href="b%25c.png" media-type="image/png"/>',
      spineEnd: '<itemref idref="m"/><itemref idref="b"/>',
    };
    const { chapters } = await read(spec);
    expect(chapters.at(-1)).toMatchObject({ title: 'A Map', kind: 'section', words: 0 });
    expect(chapters.at(-1)?.html.match(/<img src="epub-image:/g)).toHaveLength(2);
    expect(await messages(spec)).toEqual([
      'Pages that are pictures: "OEBPS/map.svg" (A Map), "OEBPS/b%c.png". Text in them cannot be searched, resized or read aloud.',
    ]);
  });

  it('include the text of SVG images', async () => {
    const drawing =
      '<svg xmlns="http://www.w3.org/2000/svg"><title>Map</title><text>The old <tspan>ford</tspan></text></svg>';
    const spec = {
      documents: { ...TEXTS, 'three.xhtml': `<h2>Map</h2>${prose()}${drawing}` },
      files: { 'OEBPS/map.svg': drawing },
      manifest: '<item id="m" href="map.svg" media-type="image/svg+xml"/>',
      spineEnd: '<itemref idref="m"/>',
    };
    expect(await messages(spec)).toEqual([
      'Pages that are pictures: "OEBPS/map.svg". Text in them (3 words) cannot be searched, resized or read aloud.',
      'Drawings (SVG) within the text are left out: "OEBPS/three.xhtml" (3). 3 words in them are lost. Save them as image files with an EPUB editor.',
    ]);
  });

  it.each(['<meta property="rendition:layout">pre-paginated</meta>', '<meta name="fixed-layout" content="true"/>'])(
    'include a fixed layout: %s',
    async (meta) => {
      expect(await messages({ documents: TEXTS, metadata: METADATA + meta })).toEqual([
        expect.stringContaining('fixed layout'),
      ]);
    },
  );

  it('do not include a flowing layout', async () => {
    const meta = '<meta property="rendition:layout">reflowable</meta>';
    expect(await messages({ documents: TEXTS, metadata: METADATA + meta })).toEqual([]);
  });
});
