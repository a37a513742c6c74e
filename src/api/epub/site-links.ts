import { isNavigationLine } from '../manuscript/navigation-lines.ts';
import { oneLine } from './text.ts';
import { type Element, findAll, remove, textOf } from './tree.ts';

/** Number of blocks at the beginning and at the end of a document that may be links between chapters. */
const MAX_BLOCKS = 3;
const LEAF = /^(?:p|div|li|h[1-6]|td|center)$/;

/**
 * Removes lines such as "Previous Chapter | Next Chapter" from the beginning and the end of a document. Programs that
 * save web pages leave them.
 * @returns their texts
 */
export function dropSiteLinks(body: Element): string[] {
  const isLeaf = (block: Element) =>
    LEAF.test(block.tagName) &&
    textOf(block).trim() !== '' &&
    findAll(block, (inner) => LEAF.test(inner.tagName) || inner.tagName === 'img').length === 0;
  const blocks = findAll(body, isLeaf);
  const lines = [...new Set([...blocks.slice(0, MAX_BLOCKS), ...blocks.slice(-MAX_BLOCKS)])].filter(
    (block) => /^(?:p|div|center)$/.test(block.tagName) && isNavigationLine(oneLine(textOf(block))),
  );
  for (const line of lines) remove(line);
  return lines.map((line) => oneLine(textOf(line)));
}
