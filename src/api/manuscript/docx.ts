import mammoth from 'mammoth';
import { parse } from 'parse5';
import { findAll, makeElement } from '../epub/tree.ts';
import { takeFront } from './front.ts';
import type { DocumentSource, Manuscript } from './manuscript.ts';
import { checkMarkup } from './markup-limits.ts';
import { tidy } from './tidy.ts';

/** The parts of a file that mammoth parses. */
const PARTS =
  /^(?:word\/(?:document|footnotes|endnotes|styles|numbering|comments)\.xml|\[Content_Types\]\.xml|.*\.rels)$/;
/** Style name given to centred paragraphs, because style maps cannot match alignment. */
const CENTERED = 'Lectern centered';
/** Word's names of its built-in styles are English in every language. */
const STYLES = [
  "p[style-name='Title'] => p.title:fresh",
  "p[style-name='Subtitle'] => p.subtitle:fresh",
  "p[style-name='Author'] => p.author:fresh",
  "p[style-name='Date'] => p.date:fresh",
  "p[style-name^='toc '] => !",
  "p[style-name^='TOC '] => !",
  "p[style-name='Quote'] => blockquote > p:fresh",
  "p[style-name='Intense Quote'] => blockquote > p:fresh",
  "p[style-name='Block Text'] => blockquote > p:fresh",
  `p[style-name='${CENTERED}'] => p.center:fresh`,
  "r[style-name='Emphasis'] => em",
  "r[style-name='Strong'] => strong",
  'small-caps => span.smallcaps',
  'all-caps => span.allcaps',
  'strike => s',
  'comment-reference => !',
];
const SHEET = '.allcaps { text-transform: uppercase }';

/** Reads a Word document. Its notes become links in both directions. */
export async function readDocx({ bytes, files, names }: DocumentSource): Promise<Manuscript> {
  // Enforces the limits for each part, because mammoth has none.
  for (const name of names.filter((one) => PARTS.test(one))) await files.text(name);
  const { value } = await mammoth.convertToHtml(
    { buffer: Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength) },
    {
      styleMap: STYLES,
      includeEmbeddedStyleMap: false,
      ignoreEmptyParagraphs: false,
      externalFileAccess: false,
      convertImage: mammoth.images.imgElement(() => Promise.resolve({ src: '' })),
      transformDocument: (document: Part) => withCentered(document),
    },
  );
  checkMarkup(value);
  const body = findAll(parse(value), ({ tagName }) => tagName === 'body')[0] ?? makeElement('body');
  tidy(body);
  return { body, sheets: [SHEET], ...takeFront(body) };
}

interface Part {
  readonly type: string;
  readonly alignment?: string | null;
  readonly styleName?: string | null;
  readonly children?: readonly Part[];
}

/** Recursion is safe: `isPlainMarkup` limits how deeply documents nest. */
function withCentered(part: Part): Part {
  const children = part.children?.map(withCentered);
  const isPlain = !part.styleName || /^(?:normal|body text|default)/i.test(part.styleName);
  const isCentered = part.type === 'paragraph' && part.alignment === 'center' && isPlain;
  return { ...part, ...(children && { children }), ...(isCentered && { styleName: CENTERED }) };
}
