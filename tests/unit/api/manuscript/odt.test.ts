import { strToU8, zipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { isDocument, readDocument } from '#src/api/manuscript/index.ts';

const heading = (text: string) => `<text:h text:outline-level="1">${text}</text:h>`;
const prose = `<text:p>${'The river ran high that spring. '.repeat(4)}</text:p>`;

const read = (body: string, styles = '') =>
  readDocument(
    zipSync({
      'content.xml': strToU8(
        `<office:document-content><office:body><office:text>${body}</office:text></office:body></office:document-content>`,
      ),
      'styles.xml': strToU8(`<office:document-styles>${styles}</office:document-styles>`),
    }),
    'a.odt',
  );
const htmlOf = async (body: string, styles?: string) =>
  (await read(heading('Rain') + prose + body, styles)).chapters[0]?.html.replace(/^<p>[^<]+<\/p>/, '');

describe('the headings of an OpenDocument text', () => {
  const titlesOf = async (body: string, styles?: string) =>
    (await read(body, styles)).chapters.map(({ title }) => title);

  it('may be items of a list', async () => {
    const item = (text: string) => `<text:list><text:list-item>${heading(text)}</text:list-item></text:list>${prose}`;
    expect(await titlesOf(item('Rain') + item('Fog'))).toEqual(['Rain', 'Fog']);
  });

  it('may be paragraphs with the style of a heading', async () => {
    const styles = '<style:style style:name="P1" style:parent-style-name="Heading_20_1"/>';
    const styled = (text: string) => `<text:p text:style-name="P1">${text}</text:p>${prose}`;
    expect(await titlesOf(styled('Rain') + styled('Fog'), styles)).toEqual(['Rain', 'Fog']);
  });

  it('include the numbers that LibreOffice displays', async () => {
    const styles = '<text:outline-level-style text:level="1" style:num-prefix="Chapter " style:num-format="1"/>';
    expect(await titlesOf(heading('Rain') + prose + heading('Fog') + prose, styles)).toEqual([
      'Chapter 1: Rain',
      'Chapter 2: Fog',
    ]);
  });
});

describe('the text of an OpenDocument text', () => {
  it('keeps readings as ruby', async () => {
    const ruby = '<text:ruby><text:ruby-base>漢字</text:ruby-base><text:ruby-text>かんじ</text:ruby-text></text:ruby>';
    expect(await htmlOf(`<text:p>${ruby}</text:p>`)).toBe('<p><ruby>漢字<rt>かんじ</rt></ruby></p>');
  });

  it('does not include hidden sections and paragraphs, which the report names', async () => {
    const hidden =
      '<text:section text:display="none"><text:p>One</text:p></text:section><text:p><text:hidden-paragraph text:is-hidden="true"/>Two</text:p>';
    const { chapters, leftOut } = await read(heading('Rain') + hidden + prose);
    expect(chapters[0]?.html).not.toMatch(/One|Two/);
    expect(leftOut).toEqual([{ what: 'Hidden text', count: 2, sample: 'One' }]);
  });

  it('keeps text in shapes, and reports pictures', async () => {
    const shape = '<text:p>A<draw:custom-shape><text:p>In a shape</text:p></draw:custom-shape></text:p>';
    expect(await htmlOf(shape)).toBe('<p>A</p><p>In a shape</p>');
    const { leftOut } = await read(`${heading('Rain')}${prose}<text:p><draw:frame><draw:image/></draw:frame></text:p>`);
    expect(leftOut).toEqual([expect.objectContaining({ count: 1 })]);
  });

  it('keeps header cells, joined cells and the first number of a list', async () => {
    const styles =
      '<text:list-style style:name="L"><text:list-level-style-number text:level="1" style:num-format="1"/></text:list-style>';
    const list =
      '<text:list text:style-name="L"><text:list-item text:start-value="4"><text:p>Four</text:p></text:list-item></text:list>';
    expect(await htmlOf(list, styles)).toBe('<ol><li value="4"><p>Four</p></li></ol>');
    const cell = '<table:table-cell table:number-columns-spanned="2"><text:p>A</text:p></table:table-cell>';
    const table = `<table:table><table:table-header-rows><table:table-row>${cell}</table:table-row></table:table-header-rows></table:table>`;
    expect(await htmlOf(table)).toBe('<table><thead><tr><th colspan="2"><p>A</p></th></tr></thead></table>');
  });

  it('has rules for empty paragraphs with a border', async () => {
    const styles =
      '<style:style style:name="Line"><style:paragraph-properties fo:border-bottom="0.06pt solid #808080"/></style:style>';
    expect(await htmlOf(`<text:p text:style-name="Line"/>${prose}`, styles)).toMatch(/^<hr \/><p>/);
  });
});

describe('a flat OpenDocument text', () => {
  const flat = `<?xml version="1.0"?><office:document><office:meta><dc:title>The Raft</dc:title></office:meta><office:automatic-styles><style:style style:name="T1"><style:text-properties fo:font-style="italic"/></style:style></office:automatic-styles><office:body><office:text>${heading('Rain')}<text:p>It was <text:span text:style-name="T1">dark</text:span>.<draw:image><office:binary-data>AAAA</office:binary-data></draw:image></text:p></office:text></office:body></office:document>`;

  it('is read with its metadata and styles', async () => {
    expect(isDocument('raft.fodt')).toBe(true);
    const { title, chapters } = await readDocument(strToU8(flat), 'raft.fodt');
    expect(title).toBe('The Raft');
    expect(chapters[0]?.html).toBe('<p>It was <span class="text-italic">dark</span>.</p>');
  });

  it.each([
    ['another kind of file', 'Once upon a time.', /not a \.fodt file/],
    ['endlessly nested text', flat.replace('<text:p>', '<text:section>'.repeat(1000)), /nested far deeper/],
  ])('rejects %s', async (_name, text, message) => {
    await expect(readDocument(strToU8(text), 'a.fodt')).rejects.toThrow(message);
  });
});
