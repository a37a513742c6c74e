import type { Node, Schema } from '@tiptap/pm/model';
import { type Attributes, type HtmlElement, type HtmlNode, isText, readHtml } from './html-tree.ts';
import { BARE, EMPTY, INLINE } from './schema.ts';
import { blocksHtml, emptyBlocksRead, sourceOf } from './to-html.ts';
import { CONTAINERS, childrenOf, DEFAULT_CHILDREN, FREE_BLOCKS, isBlock, LEAVES, TEXT_BLOCKS } from './vocabulary.ts';
import { writeHtml } from './write-html.ts';

interface ReadText {
  readonly doc: Node;
  /** What would be lost if the text was edited as rich text. */
  readonly problem: string | undefined;
}

/** Whitespace in HTML; unlike `\s` without no-break spaces. */
const SPACE = /[ \t\n\r\f]+/g;
const ONLY_SPACE = /^[ \t\n\r\f]*$/;

const isOneOf = (tags: readonly string[], { tag }: HtmlElement): boolean => tags.includes(tag);

/** Reads the HTML of a chapter for the editor. Blocks that are not edited keep their HTML when it is written again. */
export function fromHtml(html: string, schema: Schema): ReadText {
  const problems: string[] = [];
  const note = (problem: string) => void problems.push(problem);
  const tree = tidied(readHtml(html, note), { isPre: false, isTextBlock: false });
  const reader = new Reader(schema, note);
  const pieces = reader.blocks(tree);
  const doc = schema.node('doc', null, pieces.length > 0 ? pieces.map(({ node }) => node) : [schema.node('p')]);
  if (problems.length === 0 && pieces.length > 0 && blocksHtml(doc) !== withLines(tree))
    note('markup that the editor cannot represent');
  if (problems.length === 0) {
    let at = 0;
    for (const { node, start, end } of pieces) {
      sourceOf.set(node, { lead: html.slice(at, start), html: html.slice(start, end) });
      at = end;
    }
  }
  return { doc, problem: problems[0] };
}

/** The tree as `blocksHtml` writes it: each block on its own line. */
function withLines(tree: readonly HtmlNode[]): string {
  const blocks: string[] = [];
  let isInLine = false;
  for (const node of tree) {
    const isLine = isText(node) || !isBlock(node.tag);
    if (isLine && isInLine) blocks.push((blocks.pop() ?? '') + writeHtml([node]));
    else blocks.push(writeHtml([node]));
    isInLine = isLine;
  }
  return blocks.join('\n');
}

interface Place {
  readonly isPre: boolean;
  /** Whether the text is in a paragraph or heading, in which whitespace alone may be preserved. */
  readonly isTextBlock: boolean;
}

/** Collapses whitespace, and removes it at the edges of blocks. */
function tidied(nodes: readonly HtmlNode[], { isPre, isTextBlock }: Place): HtmlNode[] {
  const result: HtmlNode[] = [];
  for (const [index, node] of nodes.entries()) {
    if (!isText(node)) {
      const place = {
        isPre: isPre || node.tag === 'pre' || (node.attrs['class']?.split(' ').includes('text-pre') ?? false),
        isTextBlock: isOneOf(TEXT_BLOCKS, node),
      };
      const children = isBlock(node.tag) ? tidied(node.children, place) : collapsed(node.children, place.isPre);
      result.push({ ...node, children });
      continue;
    }
    const isFirst = isEdge(nodes[index - 1]);
    const isLast = isEdge(nodes[index + 1]);
    const isBlank = isFirst && isLast && ONLY_SPACE.test(node.text);
    if (isBlank && !(isPre && isTextBlock)) continue;
    result.push(isPre ? node : trimmed(node, isFirst, isLast));
  }
  return result;
}

const isEdge = (node: HtmlNode | undefined) => !node || (!isText(node) && isBlock(node.tag));

/** The text without whitespace at the edges of its block. The range of the source shrinks with it. */
function trimmed({ text, start, end }: HtmlNode & { text: string }, isFirst: boolean, isLast: boolean): HtmlNode {
  const before = isFirst ? (/^[ \t\n\r\f]+/.exec(text)?.[0].length ?? 0) : 0;
  const after = isLast ? (/[ \t\n\r\f]+$/.exec(text)?.[0].length ?? 0) : 0;
  return {
    text: text.slice(before, text.length - after).replaceAll(SPACE, ' '),
    start: start + before,
    end: end - after,
  };
}

const collapsed = (nodes: readonly HtmlNode[], isPre: boolean): HtmlNode[] =>
  nodes.map((node) => {
    if (isText(node)) return isPre ? node : { ...node, text: node.text.replaceAll(SPACE, ' ') };
    return { ...node, children: collapsed(node.children, isPre) };
  });

interface Piece {
  readonly node: Node;
  readonly start: number;
  readonly end: number;
}

interface InlineMark {
  readonly tag: string;
  readonly attrs: Attributes;
  readonly n: number;
}

const isSameMark = (a: InlineMark, b: InlineMark) =>
  a.tag === b.tag && a.n === b.n && JSON.stringify(a.attrs) === JSON.stringify(b.attrs);

class Reader {
  readonly #schema: Schema;
  readonly #note: (problem: string) => void;

  constructor(schema: Schema, note: (problem: string) => void) {
    this.#schema = schema;
    this.#note = note;
  }

  /** The blocks of a container. Text between them becomes bare. @param extra further elements that it may contain */
  blocks(nodes: readonly HtmlNode[], extra: readonly string[] = []): Piece[] {
    const pieces: Piece[] = [];
    let run: HtmlNode[] = [];
    const flush = () => {
      const [first, last] = [run[0], run.at(-1)];
      const isBlank = run.every((node) => isText(node) && ONLY_SPACE.test(node.text));
      if (first && last && !isBlank)
        pieces.push({
          node: this.#schema.node(BARE, null, this.#inline(run, [])),
          start: first.start,
          end: last.end,
        });
      run = [];
    };
    for (const node of nodes) {
      if (!isText(node) && isOneOf([...FREE_BLOCKS, ...extra], node)) {
        flush();
        pieces.push(...this.#block(node));
      } else if (!isText(node) && (isBlock(node.tag) || hasBlock(node))) {
        this.#note(`the element <${node.tag}> around or outside of blocks`);
        flush();
        pieces.push(...this.blocks(node.children));
      } else run.push(node);
    }
    flush();
    return pieces;
  }

  #block(element: HtmlElement): Piece[] {
    const { tag, attrs, children, start, end } = element;
    const piece = (content: readonly Node[]) => {
      const node = this.#schema.node(tag, { attrs }, content);
      if (node.textContent === '') emptyBlocksRead.add(node);
      return [{ node, start, end }];
    };
    if (tag === 'hr' || tag === 'col') return piece([]);
    if (isOneOf(TEXT_BLOCKS, element)) {
      if (!children.some(hasBlock)) return piece(this.#inline(children, []));
      this.#note(`blocks within <${tag}>`);
      return this.blocks(children).map(({ node, ...range }) => ({ node: this.#instead(node, tag, attrs), ...range }));
    }
    if (tag === 'figure') return piece(this.#filled(this.blocks(children, ['figcaption'])));
    if (isOneOf(CONTAINERS, element)) return piece(this.#filled(this.blocks(children)));
    const parts = this.#parts(element);
    if (parts.length > 0 || tag === 'colgroup') return piece(parts);
    this.#note(`an empty <${tag}>`);
    return [];
  }

  /** Bare text of a block that contained other blocks becomes a block of the same kind. */
  #instead(node: Node, tag: string, attrs: Attributes): Node {
    return node.type.name === BARE ? this.#schema.node(tag, { attrs }, node.content) : node;
  }

  #filled = (pieces: readonly Piece[]): Node[] =>
    pieces.length > 0 ? pieces.map(({ node }) => node) : [this.#schema.node(BARE)];

  /** The parts of a list or table. Other content is wrapped in a part. */
  #parts({ tag, children }: HtmlElement): Node[] {
    const allowed = childrenOf(tag);
    const wrapper = DEFAULT_CHILDREN[tag];
    return children.flatMap((child) => {
      if (!isText(child) && isOneOf(allowed, child)) return this.#block(child).map(({ node }) => node);
      if (isText(child) && ONLY_SPACE.test(child.text)) return [];
      this.#note(`${isText(child) ? 'text' : `<${child.tag}>`} directly in <${tag}>`);
      if (wrapper === undefined) return [];
      const { start, end } = child;
      return this.#block({ tag: wrapper, attrs: {}, children: [child], start, end }).map(({ node }) => node);
    });
  }

  #inline(nodes: readonly HtmlNode[], around: readonly InlineMark[]): Node[] {
    const marks = around.map((mark) => this.#schema.mark(INLINE, mark));
    let previous: InlineMark | undefined;
    return nodes.flatMap((node): Node[] => {
      if (isText(node)) {
        if (node.text === '') return [];
        previous = undefined;
        return [this.#schema.text(node.text, marks)];
      }
      const { tag, attrs, children } = node;
      const isLeaf = isOneOf(LEAVES, node);
      if (isLeaf || children.length === 0) {
        previous = undefined;
        return [this.#schema.node(isLeaf ? tag : EMPTY, isLeaf ? { attrs } : { tag, attrs }, undefined, marks)];
      }
      const taken = previous ? [...around, previous] : around;
      let mark: InlineMark = { tag, attrs, n: 0 };
      while (taken.some((other) => isSameMark(other, mark))) mark = { ...mark, n: mark.n + 1 };
      previous = mark;
      return this.#inline(children, [...around, mark]);
    });
  }
}

/** Whether a node is a block or contains one. */
const hasBlock = (node: HtmlNode): boolean => !isText(node) && (isBlock(node.tag) || node.children.some(hasBlock));
