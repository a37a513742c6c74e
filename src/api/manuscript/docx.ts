import mammoth from 'mammoth';
import { parse } from 'parse5';
import { MAX_INDENT_EM } from '#src/contract/chapter/chapter-markup.ts';
import { findAll, makeElement } from '../epub/tree.ts';
import { takeFront } from './front.ts';
import type { DocumentSource, Manuscript } from './manuscript.ts';
import { checkMarkup } from './markup-limits.ts';
import { tidy } from './tidy.ts';

/** Matches the names of the parts that mammoth parses. */
const PARTS =
  /^(?:word\/(?:document|footnotes|endnotes|styles|numbering|comments)\.xml|\[Content_Types\]\.xml|.*\.rels)$/;
/** Style name given to centred, right-aligned and indented paragraphs, because style maps cannot match these. */
const PLACED = 'Lectern';
/** Number of twips in an em. A twip is a twentieth of a point; an em has 12 points. */
const TWIPS_PER_EM = 240;
const PLACES = ['center', 'right', ...Array.from({ length: MAX_INDENT_EM }, (_, index) => `indent-${index + 1}`)];
/** Style map for mammoth. The names of Word's built-in styles are English in every language. */
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
  ...PLACES.map((name) => `p[style-name='${PLACED} ${name}'] => p.${name}:fresh`),
  "r[style-name='Emphasis'] => em",
  "r[style-name='Strong'] => strong",
  'small-caps => span.smallcaps',
  'all-caps => span.allcaps',
  'strike => s',
  // Manuscripts underline text that is printed in italics.
  'u => em',
  'comment-reference => !',
];
const SHEET = `.allcaps { text-transform: uppercase }
${PLACES.slice(2)
  .map((name, index) => `.${name} { margin-left: ${index + 1}em }`)
  .join('\n')}`;

/** Reads a Word document. Links lead from the text to its notes and back. */
export async function readDocx({ bytes, files, names }: DocumentSource): Promise<Manuscript> {
  // Enforces the limits for each part, because mammoth has none.
  for (const name of names.filter((name) => PARTS.test(name))) await files.text(name);
  const { value } = await mammoth.convertToHtml(
    { buffer: Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength) },
    {
      styleMap: STYLES,
      includeEmbeddedStyleMap: false,
      ignoreEmptyParagraphs: false,
      externalFileAccess: false,
      convertImage: mammoth.images.imgElement(() => Promise.resolve({ src: '' })),
      transformDocument: (document: Part) => withPlaces(document),
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
  /** In twips. */
  readonly indent?: { readonly start?: string | null } | null;
  readonly styleName?: string | null;
  readonly children?: readonly Part[];
}

/**
 * Gives centred, right-aligned and indented paragraphs a style name (see `PLACED`). Recursion is safe, because
 * `isPlainMarkup` limits the nesting.
 */
function withPlaces(part: Part): Part {
  const children = part.children?.map(withPlaces);
  const isPlain = !part.styleName || /^(?:normal|body text|default)/i.test(part.styleName);
  const place = part.type === 'paragraph' && isPlain ? placeOf(part) : undefined;
  return { ...part, ...(children && { children }), ...(place && { styleName: `${PLACED} ${place}` }) };
}

function placeOf({ alignment, indent }: Part): string | undefined {
  if (alignment === 'center') return 'center';
  if (alignment === 'right' || alignment === 'end') return 'right';
  const steps = Math.min(MAX_INDENT_EM, Math.round(Number(indent?.start ?? 0) / TWIPS_PER_EM));
  return steps > 0 ? `indent-${steps}` : undefined;
}
