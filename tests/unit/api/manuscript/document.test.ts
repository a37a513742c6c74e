import { strToU8, zipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { isDocument, readDocument } from '#src/api/manuscript/index.ts';

const zip = (files: Record<string, string>) =>
  zipSync(Object.fromEntries(Object.entries(files).map(([name, text]) => [name, strToU8(text)])));

const W = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const TYPE = 'application/vnd.openxmlformats-officedocument.wordprocessingml';

const run = (text: string, properties = '') =>
  `<w:r><w:rPr>${properties}</w:rPr><w:t xml:space="preserve">${text}</w:t></w:r>`;
const paragraph = (inner: string, properties = '') => `<w:p><w:pPr>${properties}</w:pPr>${inner}</w:p>`;
const styled = (style: string, text: string) => paragraph(run(text), `<w:pStyle w:val="${style}"/>`);
const STYLES = ['Title', 'heading 1', 'toc 1', 'Subtitle'].map(
  (name) => `<w:style w:type="paragraph" w:styleId="${name.replace(' ', '')}"><w:name w:val="${name}"/></w:style>`,
);

const docx = (body: string, note = '', more: Record<string, string> = {}) =>
  zip({
    '[Content_Types].xml': `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/word/document.xml" ContentType="${TYPE}.document.main+xml"/></Types>`,
    '_rels/.rels': `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="r1" Type="${OFFICE}/officeDocument" Target="word/document.xml"/></Relationships>`,
    'word/_rels/document.xml.rels': `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="r1" Type="${OFFICE}/footnotes" Target="footnotes.xml"/><Relationship Id="r2" Type="${OFFICE}/styles" Target="styles.xml"/></Relationships>`,
    'word/document.xml': `<w:document ${W}><w:body>${body}</w:body></w:document>`,
    'word/styles.xml': `<w:styles ${W}>${STYLES.join('')}</w:styles>`,
    'word/footnotes.xml': `<w:footnotes ${W}>${note}</w:footnotes>`,
    'docProps/core.xml': `<cp:coreProperties xmlns:cp="c" xmlns:dc="d"><dc:title>Template</dc:title><dc:creator>Mara Lind; Bo Ek</dc:creator><cp:keywords>sea, storm</cp:keywords><dc:description>Two on a raft.</dc:description></cp:coreProperties>`,
    ...more,
  });

const BOOK = docx(
  [
    styled('Title', 'The Raft'),
    styled('toc1', 'Rain 3'),
    styled('heading1', 'Rain'),
    paragraph(
      run('It was ') +
        run('dark', '<w:i/>') +
        run(' and ') +
        run('loud', '<w:b/>') +
        run(' Sir', '<w:smallCaps/>') +
        run('no', '<w:strike/>') +
        '<w:r><w:footnoteReference w:id="2"/></w:r>',
    ),
    paragraph(run('To the wind', ''), '<w:jc w:val="center"/>'),
    paragraph(run('* * *'), '<w:jc w:val="center"/>'),
    paragraph(`<w:hyperlink w:anchor="fog">${run('later')}</w:hyperlink>`),
    paragraph(`<w:bookmarkStart w:id="0" w:name="fog"/>${run('Fog')}`, '<w:pStyle w:val="heading1"/>'),
    paragraph(run('Second.')),
  ].join(''),
  `<w:footnote w:id="2">${paragraph(run('A note.'))}${paragraph(run('More.'))}</w:footnote>`,
);

describe('the import of a Word document', () => {
  it('takes the metadata from the title page and the document properties', async () => {
    expect(await readDocument(BOOK, 'raft.docx')).toMatchObject({
      title: 'The Raft',
      authors: ['Mara Lind', 'Bo Ek'],
      subjects: ['sea', 'storm'],
      description: 'Two on a raft.',
      isManuscript: true,
    });
  });

  it('creates a chapter per heading and keeps text styles, scene breaks, links and notes', async () => {
    const { chapters } = await readDocument(BOOK, 'raft.docx');
    expect(chapters.map(({ title, html }) => [title, html])).toEqual([
      [
        'Rain',
        '<p>It was <em>dark</em> and <strong>loud</strong><span class="text-small-caps"> Sir</span><s>no</s><sup><a class="text-note-ref" href="#b-0-footnote-2" id="b-0-footnote-ref-2">[1]</a></sup></p>' +
          '<p class="text-center">To the wind</p><hr /><p><a href="epub-chapter:1">later</a></p>' +
          '<aside class="text-note" id="b-0-footnote-2"><p><a class="text-note-back" href="#b-0-footnote-ref-2">[1]</a> A note.</p><p>More. </p></aside>',
      ],
      ['Fog', '<p>Second.</p>'],
    ]);
  });
});

describe('the import of paragraphs from a Word document', () => {
  it('keeps alignment and indents, and shows underlined text in italics', async () => {
    const right = paragraph(run('Olmen, in March'), '<w:jc w:val="right"/>');
    const indented = paragraph(run('Set in by three'), '<w:ind w:left="720"/>');
    const underlined = paragraph(run('Long before, ') + run('never', '<w:u w:val="single"/>') + run(' again.'));
    const prose = paragraph(run('The river ran high that spring and the bridge stood half under water. '.repeat(3)));
    const { chapters } = await readDocument(
      docx(styled('heading1', 'Rain') + prose + right + indented + underlined),
      'a.docx',
    );
    expect(chapters[0]?.html).toContain(
      '<p class="text-end">Olmen, in March</p><p class="text-indent-3">Set in by three</p><p>Long before, <em>never</em> again.</p>',
    );
  });

  it('turns lines of asterisks into scene breaks, not into chapter boundaries', async () => {
    const texts = ['One.', '* * *', 'Two.', '* * *', 'Three.'].map((one) => paragraph(run(one)));
    const { chapters } = await readDocument(docx(texts.join('')), 'a.docx');
    expect(chapters.map(({ html }) => html)).toEqual(['<p>One.</p><hr /><p>Two.</p><hr /><p>Three.</p>']);
  });
});

const odt = (body: string, more: Record<string, string> = {}) =>
  zip({
    mimetype: 'application/vnd.oasis.opendocument.text',
    'content.xml': `<office:document-content><office:automatic-styles><style:style style:name="T1" style:family="text"><style:text-properties fo:font-style="italic"/></style:style><style:style style:name="T2"><style:text-properties fo:font-variant="small-caps" fo:font-weight="bold"/></style:style><style:style style:name="T3"><style:text-properties style:text-position="super 58%"/></style:style><style:style style:name="P1" style:parent-style-name="Middle"/><style:style style:name="P2" style:parent-style-name="Title"/></office:automatic-styles><office:body><office:text>${body}</office:text></office:body></office:document-content>`,
    'styles.xml':
      '<office:document-styles><style:style style:name="Middle"><style:paragraph-properties fo:text-align="center"/></style:style></office:document-styles>',
    'meta.xml':
      '<office:document-meta><office:meta><meta:initial-creator>Mara Lind</meta:initial-creator><dc:creator>Editor</dc:creator><dc:title>Untitled</dc:title><meta:keyword>sea</meta:keyword><meta:keyword>storm</meta:keyword></office:meta></office:document-meta>',
    ...more,
  });

describe('the import of an OpenDocument text', () => {
  it('moves text boxes behind their paragraphs, and keeps numbered lists and underlined text', async () => {
    const styles = `<office:document-styles><style:style style:name="U"><style:text-properties style:text-underline-style="solid"/></style:style>
      <text:list-style style:name="L1"><text:list-level-style-number text:level="1" style:num-format="1"/><text:list-level-style-number text:level="2" style:num-format="a"/><text:list-level-style-bullet text:level="3"/></text:list-style></office:document-styles>`;
    const list = (inner: string, style = '') =>
      `<text:list${style}><text:list-item><text:p>${inner}</text:p></text:list-item></text:list>`;
    const nested = `<text:list text:style-name="L1"><text:list-item><text:p>One</text:p>${list('Two')}</text:list-item></text:list>`;
    const box =
      '<draw:frame><draw:text-box><text:p>In a box</text:p></draw:text-box><svg:title>Box</svg:title></draw:frame>';
    const body = `<text:h>Rain</text:h><text:p>Before ${box}and <text:span text:style-name="U">after</text:span>.</text:p>${nested}${list('Bullet')}`;
    const { chapters } = await readDocument(odt(body, { 'styles.xml': styles }), 'a.odt');
    expect(chapters[0]?.html).toBe(
      '<p>Before and <span class="text-italic">after</span>.</p><p>In a box</p><ol><li><p>One</p><ol class="text-list-lower-alpha"><li><p>Two</p></li></ol></li></ol><ul><li><p>Bullet</p></li></ul>',
    );
  });

  const text = odt(
    `<text:tracked-changes><text:p>Old</text:p></text:tracked-changes><text:p text:style-name="P2">The Raft</text:p><text:table-of-content><text:p>Rain 3</text:p></text:table-of-content>
     <text:h text:outline-level="1">Rain</text:h><text:p>It was <text:span text:style-name="T1">dark</text:span><text:s text:c="2"/>and <text:span text:style-name="T2">Sir</text:span>, x<text:span text:style-name="T3">2</text:span><text:note><text:note-citation>1</text:note-citation><text:note-body><text:p>A note.</text:p><text:p>More.</text:p></text:note-body></text:note>.<text:line-break/>Next</text:p>
     <text:p text:style-name="P1">To the wind</text:p><text:p text:style-name="P1">* * *</text:p><text:p text:style-name="Quotations">Quoted</text:p><text:list><text:list-item><text:p>Item</text:p></text:list-item></text:list><text:p><text:a xlink:href="#fog">later</text:a></text:p>
     <text:h text:outline-level="1"><text:bookmark text:name="fog"/>Fog</text:h><text:p>Second.</text:p>`,
  );

  it('takes the metadata from the title page and the document properties', async () => {
    expect(await readDocument(text, 'raft.odt')).toMatchObject({
      title: 'The Raft',
      authors: ['Mara Lind'],
      subjects: ['sea', 'storm'],
    });
  });

  it('creates a chapter per heading, and keeps text styles, verse, scene breaks, lists, links and notes', async () => {
    const { chapters } = await readDocument(text, 'raft.odt');
    expect(
      chapters.map(({ title, html }) => [title, html.replaceAll(/ {2,}|\n/g, ' ').replaceAll('> <', '><')]),
    ).toEqual([
      [
        'Rain',
        '<p>It was <span class="text-italic">dark</span> and <span class="text-small-caps text-bold">Sir</span>, x<sup>2</sup><sup><a class="text-note-ref" href="#b-0-note-1" id="b-0-note-ref-1">[1]</a></sup>.<br />Next</p>' +
          '<p class="text-center">To the wind</p><hr /><blockquote><p>Quoted</p></blockquote><ul><li><p>Item</p></li></ul><p><a href="epub-chapter:1">later</a></p>' +
          '<aside class="text-note" id="b-0-note-1"><p><a class="text-note-back" href="#b-0-note-ref-1">[1]</a> A note.</p><p>More.</p></aside>',
      ],
      ['Fog', '<p>Second.</p>'],
    ]);
  });
});

describe('readDocument', () => {
  it('accepts only .docx and .odt files', () => {
    expect(['a.docx', 'A.ODT', 'a.doc', 'a.epub'].map(isDocument)).toEqual([true, true, false, false]);
  });

  it.each([
    ['an older format', new Uint8Array([0xd0, 0xcf, 0x11, 0xe0]), /older format/],
    ['a file of another type', strToU8('Once upon a time.'), /not a \.docx file/],
    ['an archive without a text', zip({ 'a.xml': '<a/>' }), /"word\/document.xml" is missing/],
    ['a ZIP bomb next to the text', docx(paragraph(run('A')), '', { 'word/media/a.bin': '0'.repeat(3e6) }), /ZIP bomb/],
    ['broken XML', docx('<w:p><w:r></w:p>'), /cannot be read|no text/],
    ['endlessly nested text', docx('<w:sdt>'.repeat(1000)), /nested far deeper/],
    ['an empty text', docx(''), /no text/],
  ])('rejects %s', async (_name, bytes, message) => {
    await expect(readDocument(bytes, 'a.docx')).rejects.toThrow(message);
  });

  it.each([
    ['a ZIP bomb', odt('', { 'Pictures/a.bin': '0'.repeat(3e6) }), /ZIP bomb/],
    ['broken XML', odt('<text:p>'), /cannot be read/],
    ['undefined entities', odt('<text:p>&big;</text:p>'), /cannot be read/],
    ['an empty text', odt('<text:p/>'), /no text/],
  ])('rejects an OpenDocument text with %s', async (_name, bytes, message) => {
    await expect(readDocument(bytes, 'a.odt')).rejects.toThrow(message);
  });
});
