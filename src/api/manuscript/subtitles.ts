import { headingTitle } from '../epub/heading.ts';
import { parseTitle } from '../epub/titles.ts';
import { type Child, type Element, isElement, makeElement, moveInto } from '../epub/tree.ts';

const HEADING = /^h[1-6]$/;
const MIN_CHAPTERS = 2;

/**
 * Joins headings such as "Chapter One" with a heading directly below that has no number, "The Ford". All headings of
 * the text that are only a label must have such a subtitle, and at least two.
 */
export function withSubtitles(blocks: readonly Child[]): Child[] {
  const labels = blocks.filter((block) => isElement(block) && isLabel(block));
  const pairs = labels.flatMap((label) => {
    const next = blocks[blocks.indexOf(label) + 1];
    return next && isElement(next) && isSubtitle(next, label as Element) ? [[label, next] as const] : [];
  });
  if (pairs.length < MIN_CHAPTERS || pairs.length < labels.length) return [...blocks];
  const groups = new Map<Child, Element>();
  const subtitles = new Set<Child>();
  for (const [label, subtitle] of pairs) {
    const group = makeElement('hgroup', (label as Element).attrs);
    moveInto(label as Element, group);
    moveInto(subtitle, group);
    groups.set(label, group);
    subtitles.add(subtitle);
  }
  return blocks.flatMap((block) => (subtitles.has(block) ? [] : [groups.get(block) ?? block]));
}

/** Whether a heading contains only the label of a chapter: "Chapter One". */
function isLabel(heading: Element): boolean {
  const parsed = HEADING.test(heading.tagName)
    ? parseTitle(headingTitle(heading), Number.POSITIVE_INFINITY)
    : undefined;
  return parsed?.level === 'chapter' && parsed.rest === '';
}

const isSubtitle = (heading: Element, label: Element): boolean =>
  HEADING.test(heading.tagName) &&
  heading.tagName >= label.tagName &&
  headingTitle(heading).trim() !== '' &&
  parseTitle(headingTitle(heading), Number.POSITIVE_INFINITY) === undefined;
