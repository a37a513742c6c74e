import { countWords } from '#src/lib/count-words.ts';
import { headingTitle } from '../epub/heading.ts';
import { matterOf } from '../epub/matter.ts';
import { parseTitle } from '../epub/titles.ts';
import {
  attribute,
  type Child,
  childrenOf,
  type Element,
  findAll,
  isElement,
  isText,
  type Node,
  textOf,
} from '../epub/tree.ts';
import { parseHeading } from './headings/parse.ts';
import { anchorsIn } from './links.ts';
import { isMarkedPart, isMarkedUnnumbered } from './marked-headings.ts';
import type { Render } from './render.ts';
import { withSubtitles } from './subtitles.ts';
import { SCENE_CLASS } from './tidy.ts';
import { markWrittenHeadings } from './written-headings.ts';

/** A stretch of the text with its title. */
export interface Stretch {
  /** Undefined for text before the first title, and between rules. */
  readonly title: string | undefined;
  readonly part: string | undefined;
  readonly html: string;
  readonly words: number;
  /** Ids of the anchors in the heading. */
  readonly anchors?: readonly string[];
  /** Whether the heading is marked as unnumbered, as with Pandoc's `{.unnumbered}`. */
  readonly isUnnumbered?: boolean;
  /** Only set for plain text, whose titles are final. */
  readonly kind?: 'chapter' | 'section';
  /** Number of a chapter whose heading has no word for "chapter". `numberedTitle` adds the word. */
  readonly number?: number | undefined;
}

export interface SplitText {
  /** Text of the first heading, if all others are at lower levels. */
  readonly title: string | undefined;
  readonly stretches: readonly Stretch[];
  /** How chapters were identified. */
  readonly by: 'headings' | 'rules' | 'nothing';
}

const WRAPPER = /^(?:div|section|article|main|body|center|header)$/;
const HEADING = /^h[1-6]$/;

const headingsIn = (node: Node) => findAll(node, ({ tagName }) => HEADING.test(tagName));

/**
 * Divides a text into chapters at the headings of the highest level that occurs more than once. Higher headings begin
 * parts. A text without such headings is divided at its rules if it has at least two. Otherwise it is one chapter.
 */
export function splitText(body: Element, render: Render): SplitText {
  if (headingsIn(body).length <= 1) markWrittenHeadings(body);
  const blocks = withSubtitles(blocksOf(body));
  const title = titleOf(blocks);
  const textBlocks = title ? blocks.filter((block) => block !== title) : blocks;
  const headings = textBlocks.filter(isHeading);
  const text = title && headingTitle(title);
  if (headings.length > 0) {
    const stretches = atHeadings(textBlocks, levelsOf(headings), render);
    return { ...(text === undefined ? withoutTitle(stretches) : { title: text, stretches }), by: 'headings' };
  }
  const rules = textBlocks.filter(isDivider).length;
  if (rules >= 2) return { title: text, stretches: atRules(textBlocks, render), by: 'rules' };
  return { title: text, stretches: [stretch({ blocks: textBlocks }, render)], by: 'nothing' };
}

/**
 * Takes the title from the first heading of a text whose title and chapters have headings of the same level. No text
 * follows the title.
 */
function withoutTitle(stretches: readonly Stretch[]): Pick<SplitText, 'title' | 'stretches'> {
  const [first, ...chapters] = stretches;
  const isTitle =
    first?.title !== undefined &&
    first.words === 0 &&
    first.part === undefined &&
    chapters.length > 1 &&
    parseTitle(first.title, stretches.length)?.label === undefined &&
    matterOf({ title: first.title, types: [], path: '', guide: undefined }, stretches.length) !== 'section';
  return isTitle ? { title: first.title, stretches: chapters } : { title: undefined, stretches };
}

/** Whether a block is a heading, or a group of a heading and its subtitle. */
const isHeading = (block: Child): block is Element =>
  isElement(block) && (HEADING.test(block.tagName) || (block.tagName === 'hgroup' && headingsIn(block).length > 0));
const isDivider = (block: Child) =>
  isElement(block) && block.tagName === 'hr' && attribute(block, 'class') !== SCENE_CLASS;
const levelOf = (heading: Element) => Number((headingsIn(heading)[0] ?? heading).tagName.slice(1));

/** Returns the blocks of a text. Containers with headings or rules are replaced with the blocks in them. */
function blocksOf(parent: Node): Child[] {
  return childrenOf(parent).flatMap((child) => {
    if (isText(child) && child.value.trim() === '') return [];
    const isBox = isElement(child) && WRAPPER.test(child.tagName);
    const isDivided = isBox && findAll(child, ({ tagName }) => HEADING.test(tagName) || tagName === 'hr').length > 0;
    return isDivided ? blocksOf(child) : [child];
  });
}

/** Returns the first heading, if all others are at lower levels. */
function titleOf(blocks: readonly Child[]): Element | undefined {
  const headings = blocks.filter(isHeading);
  const [first, ...others] = headings;
  if (!first || blocks.indexOf(first) > 1 || isPartHeading(first, headings.length)) return undefined;
  if (parseTitle(headingTitle(first), headings.length)?.label) return undefined;
  return others.length > 0 && others.every((other) => levelOf(other) > levelOf(first)) ? first : undefined;
}

interface Levels {
  readonly part: number | undefined;
  readonly chapter: number;
}

function levelsOf(all: readonly Element[]): Levels {
  const others = all.filter((heading) => !isMarkedPart(heading));
  const headings = others.length > 0 ? others : all;
  const byLevel = Map.groupBy(headings, levelOf);
  const levels = [...byLevel.keys()].toSorted();
  const chapter = levels.find((level) => (byLevel.get(level)?.length ?? 0) > 1) ?? levels[0] ?? 1;
  const areParts = (level: number) => {
    const titles = byLevel.get(level)?.map(headingTitle) ?? [];
    const parts = titles.filter((title) => isPart(title, headings.length));
    // A prologue is often a heading of the same level as the parts.
    return parts.length > 0 && titles.every((title) => parts.includes(title) || isMatter(title, headings.length));
  };
  const below = levels.find((level) => level > chapter);
  if (below !== undefined && areParts(chapter)) return { part: chapter, chapter: below };
  return { part: levels.find((level) => level < chapter && areParts(level)), chapter };
}

const isPart = (title: string, maxNumber: number) => parseTitle(title, maxNumber)?.level === 'part';
const isPartHeading = (heading: Element, maxNumber: number) =>
  isMarkedPart(heading) || isPart(headingTitle(heading), maxNumber);
const isMatter = (title: string, maxNumber: number) =>
  parseHeading(title)?.level === 'matter' ||
  matterOf({ title, types: [], path: '', guide: undefined }, maxNumber) === 'section';

interface Section {
  readonly heading?: Element | undefined;
  readonly part?: string | undefined;
  readonly blocks: readonly Child[];
}

function atHeadings(blocks: readonly Child[], { part, chapter }: Levels, render: Render): Stretch[] {
  const stretches: Stretch[] = [];
  let [heading, ofPart, current]: [Element | undefined, string | undefined, Child[]] = [undefined, undefined, []];
  const hasChapters = blocks.some((block) => isHeading(block) && levelOf(block) === chapter && !isMarkedPart(block));
  const end = () => {
    if (heading !== undefined || current.length > 0)
      stretches.push(stretch({ heading, part: ofPart, blocks: current }, render));
  };
  for (const block of blocks) {
    const isMarkedAsPart = hasChapters && isHeading(block) && isMarkedPart(block);
    if (!isHeading(block) || !(isMarkedAsPart || levelOf(block) === chapter || levelOf(block) === part)) {
      current.push(block);
      continue;
    }
    end();
    const isOfPart = isMarkedAsPart || (levelOf(block) === part && isPart(headingTitle(block), blocks.length));
    [heading, current] = [isOfPart ? undefined : block, []];
    if (isOfPart || levelOf(block) === part) ofPart = isOfPart ? titleText(block) : undefined;
  }
  end();
  return stretches;
}

function atRules(blocks: readonly Child[], render: Render): Stretch[] {
  const stretches: Child[][] = [[]];
  for (const block of blocks)
    if (isDivider(block)) stretches.push([]);
    else stretches.at(-1)?.push(block);
  return stretches.filter((blocks) => blocks.length > 0).map((blocks) => stretch({ blocks: blocks }, render));
}

function stretch({ heading, part, blocks }: Section, render: Render): Stretch {
  const words = blocks.reduce((sum, block) => sum + countWords(textOf(block)), 0);
  const html = render(blocks, heading);
  if (!heading) return { title: undefined, part, words, html };
  const isUnnumbered = isMarkedUnnumbered(heading);
  return { title: titleText(heading), part, words, html, anchors: anchorsIn(heading), isUnnumbered };
}

/** Returns the text of a heading without references to notes. */
function titleText(heading: Element): string {
  for (const reference of findAll(heading, (element) => attribute(element, 'role') === 'doc-noteref'))
    reference.childNodes = [];
  return headingTitle(heading);
}
