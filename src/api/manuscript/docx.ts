import mammoth from 'mammoth';
import { parse } from 'parse5';
import { MAX_INDENT_EM } from '#src/contract/chapter/chapter-markup.ts';
import type { Files } from '../epub/files.ts';
import { type Element, findAll, isElement, makeElement, replaceWith } from '../epub/tree.ts';
import { numberLists } from './docx-lists.ts';
import { createNumbers } from './docx-numbers.ts';
import { OWN_STYLE, rewritePart } from './docx-rewrite.ts';
import { readDocxStyles } from './docx-styles.ts';
import { takeTitlePage } from './front.ts';
import type { DocumentSource, Manuscript } from './manuscript.ts';
import { checkMarkup } from './markup-limits.ts';
import { tidy } from './tidy.ts';
import { leftOut } from './types.ts';

/** Matches the names of the parts that mammoth parses. */
const PARTS =
  /^(?:word\/(?:document\d*|footnotes|endnotes|styles|numbering|comments)\.xml|\[Content_Types\]\.xml|.*\.rels)$/;
/** Style name given to centred, right-aligned and indented paragraphs, because style maps cannot match these. */
const PLACED = OWN_STYLE;
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
  ...[1, 2, 3, 4, 5, 6].map((level) => `p.${OWN_STYLE}Heading${level} => h${level}:fresh`),
  `r.${OWN_STYLE}Ruby => ruby:fresh`,
  `r.${OWN_STYLE}Reading => rt:fresh`,
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
export async function readDocx({ files, names }: DocumentSource): Promise<Manuscript> {
  const { parts, hiddenTexts } = await readParts(files, names);
  const { value } = await mammoth.convertToHtml(
    // mammoth accepts an opened archive, which its types do not declare.
    { file: archiveOf(parts) } as unknown as Parameters<typeof mammoth.convertToHtml>[0],
    {
      styleMap: STYLES,
      includeEmbeddedStyleMap: false,
      ignoreEmptyParagraphs: false,
      externalFileAccess: false,
      convertImage: mammoth.images.imgElement(async (image) => ({ src: await pathOf(image) })),
      transformDocument: (document: Part) => withPlaces(document),
    },
  );
  checkMarkup(value);
  const body = findAll(parse(value), ({ tagName }) => tagName === 'body')[0] ?? makeElement('body');
  // A reference to a note may have a superscript style.
  for (const sup of findAll(body, isNestedSup)) replaceWith(sup, sup.childNodes.filter(isElement));
  numberLists(body);
  tidy(body);
  const page = takeTitlePage(body);
  return { body, sheets: [SHEET], ...page, leftOut: [...leftOut('Hidden text', hiddenTexts), ...page.leftOut] };
}

const isNestedSup = ({ tagName, parentNode }: Element) =>
  tagName === 'sup' && parentNode !== null && isElement(parentNode) && parentNode.tagName === 'sup';

/** Reads the parts that mammoth parses, within the limits for each part, and prepares those with text. */
async function readParts(files: Files, names: readonly string[]) {
  const parts = new Map<string, string>();
  const hiddenTexts: string[] = [];
  for (const name of names.filter((name) => PARTS.test(name))) parts.set(name, await files.text(name));
  const styles = readDocxStyles(parts.get('word/styles.xml') ?? '<w:styles/>');
  const nextNumber = createNumbers(parts.get('word/numbering.xml') ?? '<w:numbering/>');
  for (const [name, xml] of parts) {
    // Other prefixes are rare, and mammoth can read them.
    if (!WITH_TEXT.test(name) || !/<w:(?:document|footnotes|endnotes)[\s>]/.test(xml)) continue;
    const rewritten = rewritePart(xml, styles, nextNumber);
    parts.set(name, rewritten.xml);
    hiddenTexts.push(...rewritten.hiddenTexts);
  }
  return { parts, hiddenTexts };
}

const WITH_TEXT = /^word\/(?:document\d*|footnotes|endnotes)\.xml$/;

/** Returns the parts as an archive for mammoth. The content of a picture is its path, so that no picture is read twice. */
const archiveOf = (parts: ReadonlyMap<string, string>) => ({
  exists: (name: string) => parts.has(name),
  read: async (name: string) => parts.get(name) ?? name,
});

/** Returns the path of a picture in the archive; '' for pictures outside of it. */
async function pathOf(image: { readAsBuffer(): Promise<Buffer> }): Promise<string> {
  try {
    return `/${(await image.readAsBuffer()).toString()}`;
  } catch {
    return '';
  }
}

/** Matches the names of styles that the style map refers to, and of lists, whose indent is not that of a quotation. */
const SPECIAL_STYLE =
  /^(?:(?:heading \d|toc \w+)$|title$|subtitle$|author$|date$|quote$|intense quote$|block text$|list|footnote|endnote)/i;

interface Part {
  readonly type: string;
  readonly alignment?: string | null;
  /** In twips. */
  readonly indent?: { readonly start?: string | null } | null;
  readonly styleName?: string | null;
  readonly styleId?: string | null;
  readonly numbering?: unknown;
  readonly children?: readonly Part[];
}

/**
 * Gives centred, right-aligned and indented paragraphs a style name (see `PLACED`). Recursion is safe, because
 * `isPlainMarkup` limits the nesting.
 */
function withPlaces(part: Part): Part {
  const children = part.children?.map(withPlaces);
  const isPlain = !part.numbering && !SPECIAL_STYLE.test(part.styleName ?? '') && !part.styleId?.startsWith(OWN_STYLE);
  const place = part.type === 'paragraph' && isPlain ? placeOf(part) : undefined;
  return { ...part, ...(children && { children }), ...(place && { styleName: `${PLACED} ${place}` }) };
}

function placeOf({ alignment, indent }: Part): string | undefined {
  if (alignment === 'center') return 'center';
  if (alignment === 'right' || alignment === 'end') return 'right';
  const steps = Math.min(MAX_INDENT_EM, Math.round(Number(indent?.start ?? 0) / TWIPS_PER_EM));
  return steps > 0 ? `indent-${steps}` : undefined;
}
