import { defaultTreeAdapter, serialize } from 'parse5';
import { textDirection } from '#src/lib/text-direction.ts';
import { markDirections } from '../epub/directions.ts';
import { removeHidden } from '../epub/hidden.ts';
import { type Layout, layoutOf, noLayout } from '../epub/layout/classes.ts';
import { createBudget, TooMuchStyleError } from '../epub/layout/selectors.ts';
import { rulesOf } from '../epub/layout/style-sheet.ts';
import { prepare } from '../epub/prepare.ts';
import { type Child, type Element, isElement, makeElement, nodesOf } from '../epub/tree.ts';
import { addressOf, anchorId, linkedAnchors } from './links.ts';
import { type Notes, takeNotes } from './notes.ts';

/** Style sheet for classes that Pandoc and other programs use without defining them. */
const COMMON_SHEET = `
.smallcaps, .small-caps, .sc { font-variant: small-caps }
.center, .centered, .has-text-align-center, .aligncenter { text-align: center }
.right, .has-text-align-right { text-align: right }
.strike, .strikethrough, .line-through { text-decoration: line-through }
.superscript { vertical-align: super }
.subscript { vertical-align: sub }
.underline { text-decoration: underline }
`;

/** Returns the HTML of a chapter from its blocks, before sanitising. */
export type Render = (blocks: readonly Child[], heading: Element | undefined) => string;

/**
 * Reads styles, notes and links of a page. Moves notes to the end of the chapter that refers to them.
 * @param onHidden receives the removed elements that styles or attributes hide
 * @param image returns the URL of a picture by its source; undefined to omit it
 */
export function createRender(
  body: Element,
  sheets: readonly string[],
  language: string,
  onHidden?: (elements: readonly Element[]) => void,
  image: (source: string) => string | undefined = () => undefined,
): Render {
  markDirections(body, language);
  const layout = readLayout(body, sheets, language);
  const linked = linkedAnchors(body);
  const hidden = removeHidden(body, layout.hidden, (name) => linked.has(name));
  onHidden?.(hidden);
  const notes = takeNotes(body);
  return (blocks, heading) => {
    const chapter = makeElement('body');
    const all = [...blocks, ...notesOf(heading === undefined ? blocks : [heading, ...blocks], notes)];
    for (const block of all) defaultTreeAdapter.appendChild(chapter, block);
    prepare(chapter, {
      anchor: (name) => (linked.has(name) ? anchorId(name) : undefined),
      link: (href) => addressOf(makeElement('a', [{ name: 'href', value: href }])),
      image,
      layout: (element) => layout.classes.get(element),
      wrappers: (element) => layout.wrappers.get(element) ?? [],
    });
    return serialize(chapter);
  };
}

/** Reads the layout of a page. Ignores it if matching the style sheets would take too long. */
function readLayout(body: Element, sheets: readonly string[], language: string): Layout {
  const isRtl = textDirection(language) === 'rtl';
  try {
    return layoutOf(body, rulesOf([COMMON_SHEET, ...sheets], createBudget()), isRtl);
  } catch (error) {
    if (!(error instanceof TooMuchStyleError)) throw error;
    return noLayout();
  }
}

/** Returns the notes that blocks refer to, and those that these notes refer to. */
function notesOf(blocks: readonly Child[], notes: Notes): Element[] {
  const referenced: Element[] = [];
  const collect = (block: Child) => {
    for (const node of nodesOf(block)) {
      const note = isElement(node) ? notes.get(node) : undefined;
      if (note && !referenced.includes(note)) referenced.push(note);
    }
  };
  for (const block of blocks) collect(block);
  for (let at = 0; at < referenced.length; at += 1) collect(referenced[at] as Element);
  return referenced;
}
