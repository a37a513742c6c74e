import { parseFragment, serializeOuter } from 'parse5';
import { headingTitle } from '../epub/heading.ts';
import { countWords } from '../epub/text.ts';
import { isPartLabel, parseTitle } from '../epub/titles.ts';
import { type Child, childrenOf, type Element, findAll, isElement, isText, type Node, textOf } from '../epub/tree.ts';

/** A stretch of the text under its title. */
export interface Stretch {
  /** Undefined for what stands before the first title, and between rules. */
  readonly title: string | undefined;
  readonly part: string | undefined;
  readonly html: string;
  readonly words: number;
}

export interface SplitText {
  /** The only heading of its level at the beginning. */
  readonly title: string | undefined;
  readonly stretches: readonly Stretch[];
  /** What chapters were known by. */
  readonly by: 'headings' | 'rules' | 'nothing';
}

const WRAPPER = /^(?:div|section|article|main|body|center|header)$/;
const HEADING = /^h[1-6]$/;

const headingsIn = (node: Node) => findAll(node, ({ tagName }) => HEADING.test(tagName));

/**
 * Divides a text into chapters: at the headings of the highest level that comes more than once, parts above them; else at its
 * rules, where there are two or more; else it is one.
 */
export function splitText(html: string): SplitText {
  const blocks = blocksOf(parseFragment(html));
  const title = titleOf(blocks);
  const rest = title ? blocks.filter((block) => block !== title) : blocks;
  const headings = rest.filter(isHeading);
  const text = title && headingTitle(title);
  if (headings.length > 0) return { title: text, stretches: atHeadings(rest, levelsOf(headings)), by: 'headings' };
  const rules = rest.filter((block) => isElement(block) && block.tagName === 'hr').length;
  if (rules >= 2) return { title: text, stretches: atRules(rest), by: 'rules' };
  return { title: text, stretches: [stretch(undefined, undefined, rest)], by: 'nothing' };
}

/** A heading, or a group of a heading and what is said below it. */
const isHeading = (block: Child): block is Element =>
  isElement(block) && (HEADING.test(block.tagName) || (block.tagName === 'hgroup' && headingsIn(block).length > 0));
const levelOf = (heading: Element) => Number((headingsIn(heading)[0] ?? heading).tagName.slice(1));

/** The blocks of a text; a box is looked into where headings or rules stand in it. */
function blocksOf(parent: Node): Child[] {
  return childrenOf(parent).flatMap((child) => {
    if (isText(child) && child.value.trim() === '') return [];
    const isBox = isElement(child) && WRAPPER.test(child.tagName);
    const isDivided = isBox && findAll(child, ({ tagName }) => HEADING.test(tagName) || tagName === 'hr').length > 0;
    return isDivided ? blocksOf(child) : [child];
  });
}

/** A first heading above all others. */
function titleOf(blocks: readonly Child[]): Element | undefined {
  const headings = blocks.filter(isHeading);
  const [first, ...others] = headings;
  if (!first || blocks.indexOf(first) > 1 || parseTitle(headingTitle(first), headings.length)?.label) return undefined;
  return others.length > 0 && others.every((other) => levelOf(other) > levelOf(first)) ? first : undefined;
}

interface Levels {
  readonly part: number | undefined;
  readonly chapter: number;
}

function levelsOf(headings: readonly Element[]): Levels {
  const byLevel = Map.groupBy(headings, levelOf);
  const levels = [...byLevel.keys()].toSorted();
  const chapter = levels.find((level) => (byLevel.get(level)?.length ?? 0) > 1) ?? levels[0] ?? 1;
  const isOfParts = (level: number) =>
    byLevel.get(level)?.every((one) => isPart(headingTitle(one), headings.length)) ?? false;
  const below = levels.find((level) => level > chapter);
  if (below !== undefined && isOfParts(chapter)) return { part: chapter, chapter: below };
  return { part: levels.find((level) => level < chapter && isOfParts(level)), chapter };
}

const isPart = (title: string, most: number) => isPartLabel(parseTitle(title, most)?.label ?? '');

function atHeadings(blocks: readonly Child[], { part, chapter }: Levels): Stretch[] {
  const stretches: Stretch[] = [];
  let [title, ofPart, current]: [string | undefined, string | undefined, Child[]] = [undefined, undefined, []];
  const end = () => {
    if (title !== undefined || current.length > 0) stretches.push(stretch(title, ofPart, current));
  };
  for (const block of blocks) {
    if (!isHeading(block) || (levelOf(block) !== chapter && levelOf(block) !== part)) {
      current.push(block);
      continue;
    }
    end();
    const text = headingTitle(block);
    [title, current] = [levelOf(block) === chapter ? text : undefined, []];
    if (levelOf(block) === part) ofPart = text;
  }
  end();
  return stretches;
}

function atRules(blocks: readonly Child[]): Stretch[] {
  const stretches: Child[][] = [[]];
  for (const block of blocks)
    if (isElement(block) && block.tagName === 'hr') stretches.push([]);
    else stretches.at(-1)?.push(block);
  return stretches.filter((one) => one.length > 0).map((one) => stretch(undefined, undefined, one));
}

function stretch(title: string | undefined, part: string | undefined, blocks: readonly Child[]): Stretch {
  const words = blocks.reduce((sum, block) => sum + countWords(textOf(block)), 0);
  return { title, part, words, html: blocks.map((block) => htmlOf(block)).join('') };
}

/** What stands outside of any element is a paragraph. */
const htmlOf = (block: Child) => (isText(block) ? `<p>${serializeOuter(block)}</p>` : serializeOuter(block));
