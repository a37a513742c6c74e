import { strToU8, zipSync } from 'fflate';

const NAMESPACES =
  'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main" xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006" xmlns:m="http://schemas.openxmlformats.org/officeDocument/2006/math" xmlns:wp="http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing" xmlns:wps="http://schemas.microsoft.com/office/word/2010/wordprocessingShape" xmlns:v="urn:schemas-microsoft-com:vml" xmlns:o="urn:schemas-microsoft-com:office:office"';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';
const TYPE = 'application/vnd.openxmlformats-officedocument.wordprocessingml';

export const run = (text: string, properties = '') =>
  `<w:r><w:rPr>${properties}</w:rPr><w:t xml:space="preserve">${text}</w:t></w:r>`;
export const paragraph = (inner: string, properties = '') => `<w:p><w:pPr>${properties}</w:pPr>${inner}</w:p>`;
export const styled = (style: string, text: string) => paragraph(run(text), `<w:pStyle w:val="${style}"/>`);
export const style = (id: string, name: string, inner = '', type = 'paragraph') =>
  `<w:style w:type="${type}" w:styleId="${id}"><w:name w:val="${name}"/>${inner}</w:style>`;
export const heading = (text: string) => styled('Heading1', text);

interface Parts {
  readonly styles?: string;
  readonly numbering?: string;
  readonly footnotes?: string;
  /** Name of the main part, such as `document2.xml`. */
  readonly main?: string;
  /** Files in `word/media`. The id of a picture's relationship is its name. */
  readonly media?: Readonly<Record<string, Uint8Array>>;
}

/** A run with a picture, as Word writes it. */
export const drawing = (id: string, alt = '') =>
  `<w:r><w:drawing><wp:inline><wp:docPr id="1" name="P" descr="${alt}"/><a:graphic xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main"><a:graphicData><pic:pic xmlns:pic="http://schemas.openxmlformats.org/drawingml/2006/picture"><pic:blipFill><a:blip r:embed="${id}" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"/></pic:blipFill></pic:pic></a:graphicData></a:graphic></wp:inline></w:drawing></w:r>`;

/** Creates a Word document. The style "Heading1" exists. */
export function makeDocx(
  body: string,
  { styles = '', numbering, footnotes, main = 'document.xml', media = {} }: Parts = {},
) {
  const parts: Record<string, string> = {
    'styles.xml': `<w:styles ${NAMESPACES}>${style('Heading1', 'heading 1', '<w:pPr><w:outlineLvl w:val="0"/></w:pPr>')}${styles}</w:styles>`,
    ...(numbering && { 'numbering.xml': `<w:numbering ${NAMESPACES}>${numbering}</w:numbering>` }),
    ...(footnotes && { 'footnotes.xml': `<w:footnotes ${NAMESPACES}>${footnotes}</w:footnotes>` }),
  };
  const relations = Object.keys(parts).map(
    (name, at) => `<Relationship Id="r${at}" Type="${OFFICE}/${name.replace('.xml', '')}" Target="${name}"/>`,
  );
  const pictures = Object.keys(media).map(
    (name) => `<Relationship Id="${name}" Type="${OFFICE}/image" Target="media/${name}"/>`,
  );
  const files = {
    '[Content_Types].xml': `<Types xmlns="${PACKAGE}/content-types"><Default Extension="png" ContentType="image/png"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/word/${main}" ContentType="${TYPE}.document.main+xml"/></Types>`,
    '_rels/.rels': `<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="r1" Type="${OFFICE}/officeDocument" Target="word/${main}"/></Relationships>`,
    [`word/_rels/${main}.rels`]: `<Relationships xmlns="${PACKAGE}/relationships">${[...relations, ...pictures].join('')}</Relationships>`,
    [`word/${main}`]: `<w:document ${NAMESPACES}><w:body>${body}</w:body></w:document>`,
    ...Object.fromEntries(Object.entries(parts).map(([name, xml]) => [`word/${name}`, xml])),
  };
  return zipSync({
    ...Object.fromEntries(Object.entries(files).map(([name, text]) => [name, strToU8(text)])),
    ...Object.fromEntries(Object.entries(media).map(([name, bytes]) => [`word/media/${name}`, bytes])),
  });
}
