import { divideAtBreaks } from '../manuscript/break-paragraphs.ts';
import { moveInlineNotes } from '../manuscript/inline-notes.ts';
import { breakSourceLines } from '../manuscript/source-lines.ts';
import { markDirections } from './directions.ts';
import type { Files } from './files.ts';
import { createLayoutReader, type Layout, noLayout } from './layout/index.ts';
import { expandPictureNotes } from './picture-notes.ts';
import type { Segment } from './plan.ts';
import { anchorNames } from './summary.ts';
import { type Child, type Element, findAll, isElement, makeElement, parseXhtml } from './tree.ts';

/** A part of a document, with the layout of its elements. */
export interface Piece {
  readonly body: Element;
  readonly layout: Layout;
}

/**
 * Creates a function that returns segments as trees. Segments are read in order, so only the current document is
 * cached.
 */
export function createSplitter(
  files: Files,
  paths: string[],
  language: string,
): (segment: Segment) => Promise<Piece | undefined> {
  const readLayout = createLayoutReader(files, language);
  let layout: Layout = noLayout();
  let index = -1;
  let pieces: (Element | undefined)[] = [];
  return async (segment) => {
    if (segment.spineIndex !== index) {
      index = segment.spineIndex;
      const path = paths[index] ?? '';
      const whole = parseXhtml(await files.text(path));
      expandPictureNotes(whole);
      moveInlineNotes(whole);
      breakSourceLines(whole);
      divideAtBreaks(whole, true);
      markDirections(whole, language);
      layout = await readLayout(whole, path);
      pieces = cutBody(whole, segment.cuts);
    }
    const body = pieces[segment.cut];
    pieces[segment.cut] = undefined;
    return body && { body, layout };
  };
}

/** Matches elements that may be cut in two. Other elements are moved as a whole. */
const DIVISIBLE = /^(?:body|section|div|article|main)$/;

/**
 * Cuts a body before the elements with these anchors.
 * @returns the parts, one more than there are cuts; some may be empty
 */
function cutBody(body: Element, cuts: string[]): Element[] {
  const cutNames = new Set(cuts);
  const targets = new Map<string, Element>();
  for (const element of cuts.length === 0 ? [] : findAll(body, () => true)) {
    for (const name of anchorNames(element)) {
      if (cutNames.has(name) && !targets.has(name)) targets.set(name, element);
    }
  }
  const pieces: Element[] = [];
  for (const cut of cuts.toReversed()) {
    const target = targets.get(cut);
    pieces.push(target ? splitBefore(body, lift(target)) : makeElement('body'));
  }
  return [body, ...pieces.toReversed()];
}

/**
 * Returns the block that contains an anchor. The cut is made before this block, so that a heading is not cut in two.
 */
function lift(target: Element): Element {
  let at = target;
  while (at.parentNode && isElement(at.parentNode) && !DIVISIBLE.test(at.parentNode.tagName)) at = at.parentNode;
  return at;
}

/** Moves `at` and everything after it to a new body, in copies of its ancestors. */
function splitBefore(body: Element, at: Element): Element {
  let moved: Element | undefined;
  let from = at;
  while (from !== body && from.parentNode && isElement(from.parentNode)) {
    const parent = from.parentNode;
    const copy = makeElement(
      parent.tagName,
      parent.attrs.filter((attr) => attr.name !== 'id'),
    );
    const tail = parent.childNodes.splice(parent.childNodes.indexOf(from) + (moved ? 1 : 0));
    adopt(copy, moved ? [moved, ...tail] : tail);
    moved = copy;
    from = parent;
  }
  return moved ?? makeElement('body');
}

function adopt(parent: Element, children: Child[]): void {
  parent.childNodes = children;
  for (const child of children) child.parentNode = parent;
}
