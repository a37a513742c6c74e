import { readFile } from 'node:fs/promises';
import { parseFragment } from 'parse5';
import { countWords } from '#src/lib/count-words.ts';
import { oneLine } from '../../epub/text.ts';
import { attribute, type Child, isElement, isText, textOf } from '../../epub/tree.ts';
import { type Cut, closingTags, cutsOf, openingTags } from './divide-block.ts';
import type { BlockPreview } from './types.ts';

/** A part of a chapter's HTML, with the white space after it. The chapter may be split before it. */
export interface Block {
  /** Well-formed HTML, even if the block is only a part of an element. */
  readonly html: string;
  readonly words: number;
  readonly text: string;
  /** Whether it begins inside a top-level element. */
  readonly isInside: boolean;
  readonly start: Cut;
  readonly end: Cut;
}

/** The HTML of a chapter, divided into blocks. */
export interface ChapterBlocks {
  readonly source: string;
  /** The blocks between which a plan may divide the chapter. Together with `notes`, they contain the whole HTML. */
  readonly blocks: readonly Block[];
  /** The notes, which are moved with the text that refers to them. */
  readonly notes: readonly Block[];
}

const NOTE_CLASS = /(?:^|\s)text-note(?:\s|$)/;

const isNote = (node: Child) =>
  isElement(node) && node.tagName === 'aside' && NOTE_CLASS.test(attribute(node, 'class'));

const isBlock = (node: Child) => isElement(node) || (isText(node) && node.value.trim() !== '');

/** Divides a chapter's HTML into its top-level elements, and long elements into sentences or lines. */
export function chapterBlocks(html: string): ChapterBlocks {
  const starts: { readonly at: number; readonly node: Child }[] = [];
  for (const node of parseFragment(html, { sourceCodeLocationInfo: true }).childNodes) {
    const at = node.sourceCodeLocation?.startOffset;
    const last = starts.at(-1)?.at ?? -1;
    // The parser may move a misplaced element. It then belongs to the block before it in the source.
    if (isBlock(node) && at !== undefined && at > last) starts.push({ at, node });
  }
  const isOnly = starts.filter(({ node }) => !isNote(node)).length === 1;
  const blocks: Block[] = [];
  const notes: Block[] = [];
  for (const [index, { at, node }] of starts.entries()) {
    const start: Cut = { at: index === 0 ? 0 : at, open: [] };
    const end: Cut = { at: starts[index + 1]?.at ?? html.length, open: [] };
    const cuts = isNote(node) ? [] : cutsOf(node, html, isOnly).filter((cut) => cut.at > start.at && cut.at < end.at);
    if (cuts.length === 0) {
      const text = textOf(node);
      const block = { html: html.slice(start.at, end.at), words: countWords(text), text, isInside: false, start, end };
      (isNote(node) ? notes : blocks).push(block);
      continue;
    }
    for (const [part, cut] of [start, ...cuts].entries()) blocks.push(partOf(html, cut, cuts[part] ?? end, part > 0));
  }
  return { source: html, blocks, notes };
}

function partOf(source: string, start: Cut, end: Cut, isInside: boolean): Block {
  const html = htmlBetween(source, start, end);
  const text = textOf(parseFragment(html));
  return { html, words: countWords(text), text, isInside, start, end };
}

/**
 * The HTML of a part. If the part ends inside an element, drops line breaks at its end, which would show as an empty
 * line.
 */
function htmlBetween(source: string, start: Cut, end: Cut): string {
  const html = source.slice(start.at, end.at);
  if (end.open.length === 0) return openingTags(start.open) + html;
  return openingTags(start.open) + html.replace(/(?:\s|<br ?\/?>)+$/, '') + closingTags(end.open);
}

/** The HTML of blocks in order. Parts of the same element that follow each other are joined. */
export function joinBlocks(source: string, blocks: readonly Block[]): string {
  let html = '';
  for (let first = 0; first < blocks.length; ) {
    let last = first;
    while (blocks[last]?.end.at === blocks[last + 1]?.start.at && last + 1 < blocks.length) last += 1;
    const [start, end] = [blocks[first]?.start, blocks[last]?.end];
    if (start && end) html += htmlBetween(source, start, end);
    first = last + 1;
  }
  return html;
}

const MAX_BLOCK_CHARACTERS = 120;

/** Returns previews of a chapter's blocks, among which the operator chooses where to split it. */
export function blockPreviews({ blocks }: ChapterBlocks): BlockPreview[] {
  return blocks.map(({ text, words, isInside }) => {
    const line = oneLine(text);
    const beginning = [...line.slice(0, MAX_BLOCK_CHARACTERS * 2)];
    return {
      text: beginning.length > MAX_BLOCK_CHARACTERS ? `${beginning.slice(0, MAX_BLOCK_CHARACTERS).join('')}…` : line,
      words,
      ...(isInside && { isInside }),
    };
  });
}

/**
 * Reads the blocks of a chapter from a file with a line of JSON per chapter; undefined if the chapter does not exist.
 */
export async function readBlocks(file: string, chapter: number): Promise<readonly BlockPreview[] | undefined> {
  const bytes = await readFile(file);
  let start = 0;
  for (let line = 0; line < chapter && start >= 0; line += 1) {
    const end = bytes.indexOf(0x0a, start);
    start = end < 0 ? -1 : end + 1;
  }
  const end = start < 0 ? -1 : bytes.indexOf(0x0a, start);
  return end < 0 ? undefined : JSON.parse(bytes.toString('utf8', start, end));
}
