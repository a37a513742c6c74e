import { defaultTreeAdapter } from 'parse5';
import {
  childrenOf,
  type Element,
  findAll,
  isElement,
  isText,
  makeElement,
  moveInto,
  type Node,
  nodesOf,
  replaceWith,
  textOf,
} from './tree.ts';

/** Matches a paragraph that begins with the label of a note: "[1] A weir is a low dam." */
const NOTE = /^\s*\[(\d{1,4}|\*{1,3})\]\s*(?=\S)/;
/** Maximum number of notes per chapter. Further paragraphs are not converted. */
const MAX_NOTES = 2000;
const MARKER = /\[(\d{1,4}|\*{1,3})\]/g;

/**
 * For books without links: links each label in brackets, such as "[1]", to the paragraph below that begins with the
 * same label. A paragraph whose label does not occur in the text above remains unchanged.
 * @param plan the chapter's number in links
 * @returns whether there are such notes
 */
export function markLabels(root: Node, plan: number): boolean {
  const notes = new Map<string, Element>();
  const texts = new Map<string, TextNode>();
  for (const paragraph of findAll(root, ({ tagName }) => tagName === 'p')) {
    const label = NOTE.exec(textOf(paragraph))?.[1];
    const isNote =
      label !== undefined && texts.has(label) && !notes.has(label) && notes.size < MAX_NOTES && !hasLink(paragraph);
    if (isNote) notes.set(label, paragraph);
    else for (const [marker, node] of markersIn(paragraph)) if (!texts.has(marker)) texts.set(marker, node);
  }
  for (const [index, [label, paragraph]] of [...notes].entries()) {
    const node = texts.get(label);
    if (!node) continue;
    const id = `b-label-${plan}-${index + 1}`;
    linkMarker(node, label, { id: `${id}-ref`, href: `epub-chapter:${plan}#${id}`, class: 'text-note-ref' });
    wrapNote(paragraph, label, { id, back: `epub-chapter:${plan}#${id}-ref` });
  }
  return notes.size > 0;
}

type TextNode = ReturnType<typeof textNodes>[number];

const textNodes = (node: Node) => [...nodesOf(node)].filter(isText);

const hasLink = (paragraph: Element) => findAll(paragraph, ({ tagName }) => tagName === 'a').length > 0;

/** Yields the labels in a paragraph, except its own label at the start and labels in links. */
function* markersIn(paragraph: Element): Generator<[string, TextNode]> {
  const begin = NOTE.exec(textOf(paragraph))?.[0].length ?? 0;
  let at = 0;
  for (const node of textNodes(paragraph)) {
    const isLinked = isWithinLink(node);
    for (const { 1: label = '', index } of isLinked ? [] : node.value.matchAll(MARKER))
      if (at + index >= begin) yield [label, node];
    at += node.value.length;
  }
}

function isWithinLink(node: TextNode): boolean {
  for (let at: Node | null = node.parentNode; at && isElement(at); at = at.parentNode)
    if (/^(?:a|code|pre)$/.test(at.tagName)) return true;
  return false;
}

function linkMarker(node: TextNode, label: string, attributes: Readonly<Record<string, string>>): void {
  const marker = `[${label}]`;
  // Linking a label divides its text node, so the node with the next label must be searched for.
  const holder = node.parentNode;
  const markerNode =
    holder && textNodes(holder).find((candidate) => candidate.value.includes(marker) && !isWithinLink(candidate));
  const parent = markerNode?.parentNode;
  if (!markerNode || !parent) return;
  const at = markerNode.value.indexOf(marker);
  const link = makeElement(
    'a',
    Object.entries(attributes).map(([name, value]) => ({ name, value })),
  );
  defaultTreeAdapter.insertText(link, marker);
  const sup = makeElement('sup');
  moveInto(link, sup);
  const textAfter = markerNode.value.slice(at + marker.length);
  markerNode.value = markerNode.value.slice(0, at);
  const next = childrenOf(parent)[childrenOf(parent).indexOf(markerNode) + 1];
  if (next) defaultTreeAdapter.insertBefore(parent, sup, next);
  else defaultTreeAdapter.appendChild(parent, sup);
  if (textAfter === '') return;
  if (next) defaultTreeAdapter.insertTextBefore(parent, textAfter, next);
  else defaultTreeAdapter.insertText(parent, textAfter);
}

function wrapNote(paragraph: Element, label: string, { id, back }: { id: string; back: string }): void {
  const [first] = textNodes(paragraph);
  const note = makeElement('aside', [
    { name: 'class', value: 'text-note' },
    { name: 'id', value: id },
  ]);
  replaceWith(paragraph, [note]);
  moveInto(paragraph, note);
  const link = makeElement('a', [
    { name: 'class', value: 'text-note-back' },
    { name: 'href', value: back },
  ]);
  defaultTreeAdapter.insertText(link, `[${label}]`);
  if (first) first.value = first.value.replace(/^\s*\[[^\]]*\]\s*/, ' ');
  const start = childrenOf(paragraph)[0];
  if (start) defaultTreeAdapter.insertBefore(paragraph, link, start);
}
