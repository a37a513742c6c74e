import { attribute, type Child, childrenOf, type Element, isElement, isText, textOf } from '../../epub/tree.ts';

/** A place inside a block at which it can be divided. */
export interface Cut {
  /** Offset in the HTML. */
  readonly at: number;
  /** Start tags of the elements that are open there, from the outside in. */
  readonly open: readonly string[];
}

const CONTAINER = /^(?:div|blockquote|section|article|main)$/;
const BLOCK = /^(?:address|article|aside|blockquote|d[dlt]|div|figure|h[1-6]|hr|li|main|ol|p|pre|section|table|ul)$/;
const PARAGRAPH = /^(?:p|div|blockquote|section|article|main|pre)$/;
/** Elements that are not divided. Links include references to notes. */
const WHOLE = /^(?:a|ruby|math|svg|table|figure|ul|ol|dl|sub|sup|button|picture)$/;
/** Shorter paragraphs are not divided, unless they are the whole chapter. */
const MIN_PARAGRAPH_CHARACTERS = 1200;

const SENTENCES = new Intl.Segmenter(undefined, { granularity: 'sentence' });
/** One character of a text, in source code. */
const CHARACTER = /&(?:#\d+|#x[\da-f]+|\w+);|./gisu;

/**
 * The places inside a top-level element at which a chapter may be split: between the blocks of a quotation or a `div`,
 * and after the sentences and lines of a long paragraph.
 * @param html source of the chapter, to which the locations of the nodes refer
 * @param isOnly whether the element is the whole chapter
 */
export function cutsOf(node: Child, html: string, isOnly: boolean): Cut[] {
  const cuts: Cut[] = [];
  addCuts(node, [], { html, isOnly, cuts });
  return cuts;
}

interface Context {
  readonly html: string;
  readonly isOnly: boolean;
  readonly cuts: Cut[];
}

const isBlock = (node: Child): node is Element => isElement(node) && BLOCK.test(node.tagName);

function addCuts(node: Child, open: readonly string[], context: Context): void {
  if (!isElement(node) || WHOLE.test(node.tagName)) return;
  const own = startTagOf(node, context.html);
  if (own === undefined) return;
  const inside = [...open, own];
  const children = childrenOf(node).filter((child) => !(isText(child) && child.value.trim() === ''));
  if (CONTAINER.test(node.tagName) && children.length > 0 && children.every(isBlock)) {
    for (const [index, child] of children.entries()) {
      const at = child.sourceCodeLocation?.startOffset;
      if (index > 0 && at !== undefined) context.cuts.push({ at, open: inside });
      addCuts(child, inside, { ...context, isOnly: context.isOnly && children.length === 1 });
    }
  } else if (PARAGRAPH.test(node.tagName) && !childrenOf(node).some(isBlock)) {
    if (context.isOnly || textOf(node).length >= MIN_PARAGRAPH_CHARACTERS)
      for (const cut of sentenceCuts(node, inside, context.html)) context.cuts.push(cut);
  }
}

/** A character or line break of a paragraph. */
interface Unit {
  readonly text: string;
  /** A cut before the unit; undefined if it must not be separated from the unit before it. */
  readonly cut: Cut | undefined;
}

function sentenceCuts(paragraph: Element, open: readonly string[], html: string): Cut[] {
  const units = unitsOf(paragraph, open, html);
  const cuts: Cut[] = [];
  let at = 0;
  const starts = new Map<number, number>();
  for (const [index, { text }] of units.entries()) {
    if (text !== '' && !starts.has(at)) starts.set(at, index);
    at += text.length;
  }
  const text = units.map((unit) => unit.text).join('');
  for (const { index, segment } of SENTENCES.segment(text)) {
    if (index === 0 || segment.trim() === '') continue;
    const cut = units[starts.get(index) ?? -1]?.cut;
    if (cut && text.slice(0, index).trim() !== '') cuts.push(cut);
  }
  return cuts;
}

/** The text of a paragraph with the places where it may be cut. References to notes belong to the text before them. */
function unitsOf(paragraph: Element, open: readonly string[], html: string): Unit[] {
  const units: Unit[] = [];
  const visit = (node: Child, tags: readonly string[], before: Cut | undefined): void => {
    if (isText(node)) for (const unit of charactersOf(node, tags, before, html)) units.push(unit);
    if (!isElement(node)) return;
    const at = node.sourceCodeLocation?.startOffset;
    // A cut before the first character of an element goes before the element.
    const start = before ?? (at === undefined ? undefined : { at, open: tags });
    if (isMark(node)) return;
    if (node.tagName === 'br' || WHOLE.test(node.tagName)) {
      units.push(node.tagName === 'br' ? { text: '\u2029', cut: undefined } : { text: textOf(node), cut: start });
      return;
    }
    const own = startTagOf(node, html);
    for (const [index, child] of childrenOf(node).entries())
      visit(child, own === undefined ? tags : [...tags, own], index === 0 ? start : undefined);
  };
  for (const child of childrenOf(paragraph)) visit(child, open, undefined);
  return units;
}

/** Whether an element is a reference to a note or a raised mark. */
const isMark = (node: Element) =>
  /^su[bp]$/.test(node.tagName) || /(?:^|\s)text-note-(?:ref|back)(?:\s|$)/.test(attribute(node, 'class'));

function charactersOf(node: Child, open: readonly string[], before: Cut | undefined, html: string): Unit[] {
  const location = node.sourceCodeLocation;
  if (!isText(node) || !location) return [];
  const units: Unit[] = [];
  for (const { 0: source, index } of html.slice(location.startOffset, location.endOffset).matchAll(CHARACTER)) {
    const cut = index === 0 && before ? before : { at: location.startOffset + index, open };
    // An entity, which is a symbol or a space, is treated as a space: it hardly matters for the end of a sentence.
    units.push({ text: source.length > 2 ? ' ' : source, cut });
  }
  return units;
}

function startTagOf(node: Element, html: string): string | undefined {
  const location = node.sourceCodeLocation;
  if (!location) return undefined;
  const end = 'startTag' in location && location.startTag ? location.startTag.endOffset : undefined;
  return end === undefined ? undefined : html.slice(location.startOffset, end);
}

const ID = / id="[\w-]+"/;

/** The start tags for a part that begins inside elements. Ids stay with the first part. */
export const openingTags = (open: readonly string[]): string => open.map((tag) => tag.replace(ID, '')).join('');

/** The end tags for a part that ends inside elements. */
export const closingTags = (open: readonly string[]): string =>
  open
    .map((tag) => `</${/^<([a-z][\w-]*)/.exec(tag)?.[1] ?? ''}>`)
    .toReversed()
    .join('');
