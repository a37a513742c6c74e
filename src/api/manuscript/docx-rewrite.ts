import sax from 'sax';
import { escapeHtml } from '#src/lib/text.ts';
import { listAnchor } from './docx-lists.ts';
import type { NextNumber } from './docx-numbers.ts';
import { type Attributes, type DocxStyle, isOn, RUN_PROPERTIES } from './docx-styles.ts';
import { PAGE_ANCHOR } from './written-headings.ts';

/** Prefix of the ids of styles that the style map of `docx.ts` refers to. */
export const OWN_STYLE = 'Lectern';

/** Elements whose tags are removed, because mammoth would drop their text. */
const UNWRAPPED = /^(?:w:fldSimple|w:dir|w:bdo|m:oMathPara|mc:AlternateContent|mc:Choice|mc:Fallback|w:ruby)$/;
/** Elements that are removed: formats before a tracked change. */
const REMOVED = /^(?:w:[prt]PrChange|w:sectPrChange|w:tblPrChange|w:rubyPr|w:sectPr)$/;
/** Elements of hidden text that are removed. Others, such as the marks of fields, are kept. */
const TEXT = /^(?:w:t|w:tab|w:br|w:cr|w:sym|w:drawing|w:pict)$/;
const SPECIAL_STYLE = /^(?:toc|title|subtitle)/i;
/** Matches styles of lists. The numbers of other styles are those of headings and of single paragraphs. */
const LIST_STYLE = /^list/i;
const MAX_HEADING = 6;

interface Rewritten {
  readonly xml: string;
  readonly hiddenTexts: readonly string[];
}

interface Paragraph {
  readonly at: number;
  style: string;
  properties: Map<string, string>;
  hasText: boolean;
  hasHiddenText: boolean;
  hasLine: boolean;
  isInProperties: boolean;
  numbering: { id?: string; level?: number };
}

interface Run {
  properties: Map<string, string>;
  isHidden: boolean;
  /** Whether the properties have been written. */
  isStarted: boolean;
  isInProperties: boolean;
}

/**
 * Rewrites a part of a Word document for mammoth, which ignores the properties of styles, hidden text, the numbers of
 * headings, readings (`w:ruby`), formulas and text in some containers.
 * @throws Error if it is not well-formed
 */
export function rewritePart(xml: string, styles: ReadonlyMap<string, DocxStyle>, nextNumber: NextNumber): Rewritten {
  const parser = new sax.SAXParser(true, {});
  const hiddenTexts: string[] = [];
  let out: string[] = [];
  const outer: string[][] = [];
  const paragraphs: Paragraph[] = [];
  const runs: Run[] = [];
  /** The text boxes of the open drawings, which have an older form as an alternative. */
  const drawings: { readonly boxes: string[] }[] = [];
  let choices = 0;
  let pages = 0;
  let removed = 0;
  let formula: string | undefined;
  let reading = '';

  parser.onerror = (error) => {
    throw error;
  };
  parser.onopentag = ({ name, attributes }) => {
    if (removed > 0 || isRemoved(name)) removed += 1;
    else open(name, attributes as Attributes);
  };
  parser.onclosetag = (name) => {
    if (removed > 0) removed -= 1;
    else close(name);
  };
  parser.ontext = (text) => {
    if (formula !== undefined) formula += text.trim();
    else if (removed === 0) out.push(escapeHtml(text));
    else if (runs.at(-1)?.isHidden && text.trim() !== '') hiddenTexts.push(text);
  };
  parser.write(xml).close();
  return { xml: out.join(''), hiddenTexts };

  function isRemoved(name: string): boolean {
    const run = runs.at(-1);
    if (name === 'mc:Fallback' && (drawings.at(-1)?.boxes.length ?? 0) > 0) return true;
    if (run?.isHidden && !run.isInProperties && TEXT.test(name)) {
      const paragraph = paragraphs.at(-1);
      if (paragraph) paragraph.hasHiddenText = true;
      return true;
    }
    return REMOVED.test(name);
  }

  function open(name: string, attributes: Attributes): void {
    const [paragraph, run] = [paragraphs.at(-1), runs.at(-1)];
    if (formula !== undefined) return;
    if (name === 'm:oMath') {
      formula = '';
      return;
    }
    if (name === 'w:p') paragraphs.push(newParagraph(out.length));
    if (paragraph && name === 'w:pPr') paragraph.isInProperties = true;
    if (paragraph?.isInProperties) {
      readParagraphProperty(paragraph, name, attributes);
      return;
    }
    if (name === 'w:r') {
      out.push('<w:r>');
      runs.push({ properties: new Map(), isHidden: false, isStarted: false, isInProperties: false });
      return;
    }
    if (run && name === 'w:rPr') run.isInProperties = true;
    if (run?.isInProperties) {
      const key = name === 'w:dstrike' ? 'w:strike' : name;
      if (name !== 'w:rPr') run.properties.set(key, tag(key, attributes, true));
      return;
    }
    if (run && !run.isStarted) startRun(run, paragraph);
    // The run has become hidden by its style.
    if (run?.isHidden && TEXT.test(name)) {
      removed = 1;
      if (paragraph) paragraph.hasHiddenText = true;
      return;
    }
    if (paragraph && TEXT.test(name) && name !== 'w:pict' && attributes['w:type'] !== 'page') paragraph.hasText = true;
    if (paragraph && isOn(attributes['o:hr'] ?? 'off')) paragraph.hasLine = true;
    if (paragraph && name === 'w:br' && attributes['w:type'] === 'page' && !paragraph.hasText) markPage();
    if (name === 'mc:AlternateContent') drawings.push({ boxes: [] });
    if (name === 'mc:Choice') choices += 1;
    if (name === 'mc:Choice' || name === 'w:rt') startBuffer();
    else if (name === 'w:txbxContent' && choices > 0) startBuffer();
    else if (name === 'w:rubyBase') out.push(`<w:r><w:rPr><w:rStyle w:val="${OWN_STYLE}Ruby"/></w:rPr>`);
    else if (name === 'w:cr') out.push('<w:br>');
    else if (!UNWRAPPED.test(name)) out.push(tag(name, attributes, false));
  }

  /** Marks the beginning of a page with an anchor, because mammoth ignores page breaks. */
  function markPage(): void {
    pages += 1;
    out.push(`<w:bookmarkStart w:name="${PAGE_ANCHOR}${pages}"/>`);
  }

  function startBuffer(): void {
    outer.push(out);
    out = [];
  }

  function endBuffer(): string {
    const written = out.join('');
    out = outer.pop() ?? [];
    return written;
  }

  function close(name: string): void {
    const [paragraph, run] = [paragraphs.at(-1), runs.at(-1)];
    if (name === 'm:oMath') {
      out.push(`<w:r><w:t xml:space="preserve">${escapeHtml(formula ?? '')}</w:t></w:r>`);
      if (paragraph && formula !== '') paragraph.hasText = true;
      formula = undefined;
      return;
    }
    if (formula !== undefined) return;
    if (paragraph?.isInProperties) {
      if (name === 'w:pPr') endParagraphProperties(paragraph);
      return;
    }
    if (name === 'w:p' && paragraph) {
      endParagraph(paragraph);
      return;
    }
    if (run?.isInProperties) {
      if (name === 'w:rPr') {
        run.isInProperties = false;
        startRun(run, paragraph);
      }
      return;
    }
    if (name === 'w:r') runs.pop();
    if (name === 'mc:AlternateContent') drawings.pop();
    if (name === 'mc:Choice') endChoice();
    else if (name === 'w:txbxContent' && choices > 0) drawings.at(-1)?.boxes.push(endBuffer());
    else if (name === 'w:rt') reading = endBuffer();
    else if (name === 'w:rubyBase') {
      out.push(`<w:r><w:rPr><w:rStyle w:val="${OWN_STYLE}Reading"/></w:rPr>${reading}</w:r></w:r>`);
    } else if (name === 'w:cr') out.push('</w:br>');
    else if (!UNWRAPPED.test(name)) out.push(`</${name}>`);
  }

  /** Ends a drawing. Only its text boxes are kept, because mammoth reads only the older form of other drawings. */
  function endChoice(): void {
    endBuffer();
    choices -= 1;
    const boxes = drawings.at(-1)?.boxes ?? [];
    if (boxes.length === 0) return;
    const paragraph = paragraphs.at(-1);
    if (paragraph) paragraph.hasText = true;
    out.push(`<w:pict>${boxes.map((box) => `<w:txbxContent>${box}</w:txbxContent>`).join('')}</w:pict>`);
  }

  function readParagraphProperty(paragraph: Paragraph, name: string, attributes: Attributes): void {
    const value = attributes['w:val'] ?? '';
    if (name === 'w:pStyle') paragraph.style = value;
    else if (name === 'w:pBdr') paragraph.hasLine = true;
    else if (name === 'w:numId') paragraph.numbering.id = value;
    else if (name === 'w:ilvl') paragraph.numbering.level = Number(value);
    if (/^w:(?:jc|ind|outlineLvl|pageBreakBefore)$/.test(name))
      paragraph.properties.set(name, tag(name, attributes, true));
    // A deleted mark joins the paragraph with the next.
    if (name === 'w:del') paragraph.properties.set('w:rPr', '<w:rPr><w:del/></w:rPr>');
  }

  function endParagraphProperties(paragraph: Paragraph): void {
    paragraph.isInProperties = false;
    const style = styles.get(paragraph.style);
    const heading = headingOf(paragraph, style);
    const { properties, numbering } = paragraph;
    const list = numbering.id ?? style?.numbering?.id;
    const level = numbering.level ?? style?.numbering?.level ?? 0;
    const inherited = new Map(properties);
    if (style?.alignment !== undefined && !properties.has('w:jc'))
      inherited.set('w:jc', `<w:jc w:val="${style.alignment}"/>`);
    if (style?.indent !== undefined && !properties.has('w:ind'))
      inherited.set('w:ind', `<w:ind w:left="${style.indent}"/>`);
    const id = heading === undefined ? paragraph.style : `${OWN_STYLE}Heading${heading + 1}`;
    const isOfList = numbering.id !== undefined || LIST_STYLE.test(style?.name ?? '');
    const isList = heading === undefined && list !== undefined && isOfList;
    const numPr = isList
      ? `<w:numPr><w:ilvl w:val="${level}"/><w:numId w:val="${escapeHtml(list ?? '')}"/></w:numPr>`
      : '';
    out.push(
      `<w:pPr>${id === '' ? '' : `<w:pStyle w:val="${escapeHtml(id)}"/>`}${numPr}${[...inherited.values()].join('')}</w:pPr>`,
    );
    if (isOn(/w:val="([^"]*)"/.exec(properties.get('w:pageBreakBefore') ?? 'w:val="0"')?.[1])) markPage();
    const number = list !== undefined && (isList || heading !== undefined) ? nextNumber(list, level) : undefined;
    if (number && isList) out.push(`<w:bookmarkStart w:name="${listAnchor(number)}"/>`);
    if (number && (!isList || number.type === '')) writeLabel(number.label.trim());
  }

  /** Writes a label as text: always for headings, and for lists whose labels HTML does not have. */
  function writeLabel(label: string): void {
    if (label === '') return;
    const end = /[\p{L}\p{N}]$/u.test(label) ? ': ' : ' ';
    out.push(`<w:r><w:t xml:space="preserve">${escapeHtml(label + end)}</w:t></w:r>`);
  }

  /** Returns the level of a heading, from 0; undefined for other paragraphs. */
  function headingOf({ properties }: Paragraph, style: DocxStyle | undefined): number | undefined {
    const own = /w:val="(\d)"/.exec(properties.get('w:outlineLvl') ?? '')?.[1];
    const level = own === undefined ? style?.outline : Number(own);
    const isHeading = level !== undefined && level < MAX_HEADING && !SPECIAL_STYLE.test(style?.name ?? '');
    return isHeading ? level : undefined;
  }

  function endParagraph(paragraph: Paragraph): void {
    paragraphs.pop();
    if (!paragraph.hasText && paragraph.hasHiddenText) {
      out.length = paragraph.at;
      return;
    }
    // An empty paragraph with a border or a drawn line is a line between scenes.
    if (!paragraph.hasText && paragraph.hasLine) out.push('<w:r><w:t>***</w:t></w:r>');
    out.push('</w:p>');
  }

  /** Writes the properties of a run, and those of its style and of the style of its paragraph. */
  function startRun(run: Run, paragraph: Paragraph | undefined): void {
    run.isStarted = true;
    const ofParagraph = paragraph && styles.get(paragraph.style);
    const isSpecial =
      !ofParagraph || headingOf(paragraph, ofParagraph) !== undefined || SPECIAL_STYLE.test(ofParagraph.name);
    const ofRun = styles.get(/w:val="([^"]*)"/.exec(run.properties.get('w:rStyle') ?? '')?.[1] ?? '');
    const all = new Map(run.properties);
    for (const name of RUN_PROPERTIES) {
      const value = ofRun?.run.get(name) ?? (isSpecial ? undefined : ofParagraph.run.get(name));
      if (value !== undefined && !all.has(name)) all.set(name, tag(name, value === '' ? {} : { 'w:val': value }, true));
    }
    const vanish = all.get('w:vanish');
    run.isHidden = vanish !== undefined && isOn(/w:val="([^"]*)"/.exec(vanish)?.[1]);
    if (all.size > 0) out.push(`<w:rPr>${[...all.values()].join('')}</w:rPr>`);
  }
}

const newParagraph = (at: number): Paragraph => ({
  at,
  style: '',
  properties: new Map(),
  hasText: false,
  hasHiddenText: false,
  hasLine: false,
  isInProperties: false,
  numbering: {},
});

const tag = (name: string, attributes: Attributes, isClosed: boolean): string =>
  `<${name}${Object.entries(attributes)
    .map(([key, value]) => ` ${key}="${escapeHtml(value)}"`)
    .join('')}${isClosed ? '/' : ''}>`;
