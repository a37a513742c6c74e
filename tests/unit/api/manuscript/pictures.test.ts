import { strToU8, zipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { lossWarnings, readDocument, readManuscript } from '#src/api/manuscript/index.ts';
import { drawing, heading, makeDocx, paragraph, run } from './make-docx.ts';

const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
);
const GIF = Buffer.from('R0lGODlhAQABAAAAACw=', 'base64');
const words = 'The river ran high that spring. '.repeat(4);
const prose = paragraph(run(words));

describe('the pictures of a Word document', () => {
  it('are imported at their places, with their alternative text', async () => {
    const book = await readDocument(
      makeDocx(heading('Rain') + prose + paragraph(drawing('map.png', 'A map')) + prose, { media: { 'map.png': PNG } }),
      'a.docx',
    );
    const [image] = book.images;
    expect(book.images).toHaveLength(1);
    expect(Buffer.from((await image?.read()) ?? [])).toEqual(PNG);
    expect(book.chapters[0]?.html).toMatch(
      new RegExp(`</p>\\s*(?:<figure>|<p>)<img src="epub-image:${image?.id}" alt="A map"`),
    );
    expect(book.leftOut).toEqual([]);
  });

  it('are kept in a line of text and in a chapter without words', async () => {
    const body =
      heading('Rain') +
      paragraph(run('See ') + drawing('a.png') + run(' there.')) +
      heading('Map') +
      paragraph(drawing('b.gif'));
    const { chapters, images } = await readDocument(
      makeDocx(body, { media: { 'a.png': PNG, 'b.gif': GIF } }),
      'a.docx',
    );
    expect(chapters.map(({ title }) => title)).toEqual(['Rain', 'Map']);
    expect(chapters[0]?.html).toMatch(/^<p>See <img [^>]+> there\.<\/p>/);
    expect(images.map(({ type }) => type)).toEqual(['image/png', 'image/gif']);
  });

  it('are reported as losses if they are missing or of an unsupported format', async () => {
    const object = `<w:r><w:object><v:shape><v:imagedata r:id="b.wmf" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"/></v:shape></w:object></w:r>`;
    const body =
      heading('Rain') +
      prose +
      paragraph(drawing('a.emf', 'A plan')) +
      paragraph(object) +
      paragraph(drawing('gone.png', 'Gone'));
    const media = { 'a.emf': strToU8('emf'), 'b.wmf': strToU8('wmf'), 'gone.png': strToU8('') };
    const book = await readDocument(makeDocx(body, { media }), 'a.docx');
    expect(book).toMatchObject({
      images: [],
      leftOut: [
        {
          what: 'Pictures in formats that browsers cannot show; save them as PNG',
          count: 2,
          sample: 'A plan (a.emf)',
          isLoss: true,
        },
        {
          what: 'Pictures that the file does not contain, or whose format is not supported',
          count: 1,
          sample: 'Gone (gone.png)',
          isLoss: true,
        },
      ],
    });
    expect(book.chapters[0]?.html).not.toMatch(/<img|<p><\/p>/);
    expect(lossWarnings(book.leftOut)[0]).toBe(
      'Pictures in formats that browsers cannot show; save them as PNG: 2 left out, such as "A plan (a.emf)".',
    );
  });

  it('become the cover if they are above all text', async () => {
    const body = paragraph(drawing('c.png')) + heading('Rain') + prose + heading('Fog') + prose;
    const { chapters, cover, images } = await readDocument(makeDocx(body, { media: { 'c.png': PNG } }), 'a.docx');
    expect(chapters.map(({ title }) => title)).toEqual(['Rain', 'Fog']);
    expect(cover).toEqual({ bytes: new Uint8Array(PNG), type: 'image/png' });
    expect(images).toEqual([]);
  });
});

describe('the pictures of an OpenDocument text', () => {
  const title = '<text:h text:outline-level="1">Rain</text:h>';
  const text = (body: string) =>
    `<office:document-content><office:body><office:text>${title}<text:p>${words}</text:p>${body}</office:text></office:body></office:document-content>`;
  const frame = (inner: string) => `<text:p><draw:frame>${inner}</draw:frame></text:p>`;

  it('are imported in the first supported format, with their description', async () => {
    const body = frame(
      '<draw:image xlink:href="Pictures/a.emf"/><draw:image xlink:href="./Pictures/a.png"/><draw:image xlink:href="Pictures/a.gif"/><svg:title>Map</svg:title><svg:desc>A map</svg:desc>',
    );
    const { chapters, images, leftOut } = await readDocument(
      zipSync({
        'content.xml': strToU8(text(body)),
        'Pictures/a.emf': strToU8('emf'),
        'Pictures/a.png': new Uint8Array(PNG),
        'Pictures/a.gif': new Uint8Array(GIF),
      }),
      'a.odt',
    );
    expect(images.map(({ type }) => type)).toEqual(['image/png']);
    expect(chapters[0]?.html).toContain(`<img src="epub-image:${images[0]?.id}" alt="A map"`);
    expect(leftOut).toEqual([]);
  });

  it('are reported as losses if all their formats are unsupported', async () => {
    const picture = frame('<draw:image xlink:href="Pictures/a.emf"/><svg:desc>A map</svg:desc>');
    const chart = frame(
      '<draw:object xlink:href="./Object 1"/><draw:image xlink:href="./ObjectReplacements/Object 1"/>',
    );
    const { images, leftOut } = await readDocument(
      zipSync({
        'content.xml': strToU8(text(picture + chart)),
        'Pictures/a.emf': strToU8('emf'),
        'ObjectReplacements/Object 1': strToU8('VCLMTF'),
      }),
      'a.odt',
    );
    expect(images).toEqual([]);
    expect(leftOut).toMatchObject([
      { count: 1, sample: 'A map (a.emf)', isLoss: true },
      { count: 1, sample: 'Object 1', isLoss: true },
    ]);
  });

  it('are imported from a flat file', async () => {
    const body = frame(
      `<draw:image draw:mime-type="image/png"><office:binary-data>\n${PNG.toString('base64')}\n</office:binary-data></draw:image>`,
    );
    const flat = text(body).replaceAll('office:document-content', 'office:document');
    const { images } = await readDocument(strToU8(flat), 'a.fodt');
    expect(images.map(({ type }) => type)).toEqual(['image/png']);
  });
});

describe('the pictures of HTML and Markdown files', () => {
  it('are imported from data URLs, and others are reported', () => {
    const source = `data:image/png;base64,${PNG.toString('base64')}`;
    const html = `<h1>Rain</h1><p>${words}</p><p><img src="${source}" alt="A map"></p><p><img src="a.png" alt="Gone"></p>`;
    for (const [text, name] of [
      [html, 'a.html'],
      [`# Rain\n\n${words}\n\n![A map](${source})\n\n![Gone](a.png)\n`, 'a.md'],
    ] as const) {
      const { images, chapters, leftOut } = readManuscript(strToU8(text), name);
      expect(images.map(({ type }) => type)).toEqual(['image/png']);
      expect(chapters[0]?.html).toContain(`<img src="epub-image:${images[0]?.id}" alt="A map"`);
      expect(leftOut).toMatchObject([{ count: 1, sample: 'Gone (a.png)' }]);
    }
  });
});
