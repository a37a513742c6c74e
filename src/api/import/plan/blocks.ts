import { readFile } from 'node:fs/promises';
import { parseFragment } from 'parse5';
import { countWords, oneLine } from '../../epub/text.ts';
import { attribute, type Child, isElement, isText, textOf } from '../../epub/tree.ts';
import type { BlockPreview } from './types.ts';

/** A top-level element of a chapter's HTML, with the white space after it. */
export interface Block {
  readonly html: string;
  readonly words: number;
  readonly text: string;
}

/** The HTML of a chapter, divided into blocks. */
export interface ChapterBlocks {
  /** The blocks between which a plan may divide the chapter. Together with `notes`, they contain the whole HTML. */
  readonly blocks: readonly Block[];
  /** The notes, which are moved with the text that refers to them. */
  readonly notes: readonly Block[];
}

const NOTE_CLASS = /(?:^|\s)text-note(?:\s|$)/;

const isNote = (node: Child) =>
  isElement(node) && node.tagName === 'aside' && NOTE_CLASS.test(attribute(node, 'class'));

const isBlock = (node: Child) => isElement(node) || (isText(node) && node.value.trim() !== '');

/** Divides a chapter's HTML into its top-level elements. */
export function chapterBlocks(html: string): ChapterBlocks {
  const starts: { readonly at: number; readonly node: Child }[] = [];
  for (const node of parseFragment(html, { sourceCodeLocationInfo: true }).childNodes) {
    const at = node.sourceCodeLocation?.startOffset;
    const last = starts.at(-1)?.at ?? -1;
    // The parser may move a misplaced element. It then belongs to the block before it in the source.
    if (isBlock(node) && at !== undefined && at > last) starts.push({ at, node });
  }
  const blocks: Block[] = [];
  const notes: Block[] = [];
  for (const [index, { at, node }] of starts.entries()) {
    const text = textOf(node);
    const source = html.slice(index === 0 ? 0 : at, starts[index + 1]?.at);
    (isNote(node) ? notes : blocks).push({ html: source, words: countWords(text), text });
  }
  return { blocks, notes };
}

const MAX_BLOCK_CHARACTERS = 120;

/** Returns the blocks of a chapter as the operator sees them to choose where to divide it. */
export function blockPreviews({ blocks }: ChapterBlocks): BlockPreview[] {
  return blocks.map(({ text, words }) => {
    const line = oneLine(text);
    const beginning = [...line.slice(0, MAX_BLOCK_CHARACTERS * 2)];
    return {
      text: beginning.length > MAX_BLOCK_CHARACTERS ? `${beginning.slice(0, MAX_BLOCK_CHARACTERS).join('')}…` : line,
      words,
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
