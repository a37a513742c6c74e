import { type Extensions, getSchema, Mark, Node } from '@tiptap/core';
import type { Attributes } from './html-tree.ts';
import { CONTAINERS, FREE_BLOCKS, LEAVES, MARK_TAGS, STRUCTURES, TEXT_BLOCKS } from './vocabulary.ts';

/*
 * Block elements are nodes with the name of the element, and inline elements are marks of the type `inline`, because
 * marks of one type keep their order. Nodes and marks keep all attributes of their element in the attribute `attrs`.
 */

/** Text in a block without an element around it, for example in `<li>text</li>`. */
export const BARE = 'bare';
/** An inline element without content, such as the target of a link. */
export const EMPTY = 'empty';
export const INLINE = 'inline';

/** Attributes that are not set in the editor: an id may exist elsewhere in the page, and links must not be followed. */
const HIDDEN_ATTRIBUTES = ['id', 'href', 'rel', 'srcset'];

const shown = (attrs: Attributes): Attributes =>
  Object.fromEntries(Object.entries(attrs).filter(([name]) => !HIDDEN_ATTRIBUTES.includes(name)));

const domAttributes = (element: HTMLElement): Attributes => {
  const className = element.getAttribute('class');
  return className ? { class: className } : {};
};

const addAttributes = () => ({ attrs: { default: {}, rendered: false, keepOnSplit: false } });

const parsed = (tag: string) => [{ tag, getAttrs: (element: HTMLElement) => ({ attrs: domAttributes(element) }) }];

const groupOf = (tag: string) => (FREE_BLOCKS.includes(tag) ? { group: 'block' } : {});

const blockNode = (tag: string, content: string) =>
  Node.create({
    name: tag,
    content,
    ...groupOf(tag),
    // The first block of the schema is the one that new blocks get.
    priority: tag === 'p' ? 1000 : 100,
    defining: tag !== 'p',
    // Backspace at the start of a cell must not join it with the previous one.
    isolating: ['th', 'td', 'caption'].includes(tag),
    ...(tag === 'pre' ? { whitespace: 'pre' as const, code: true } : {}),
    addAttributes,
    parseHTML: () => parsed(tag),
    renderHTML: ({ node }) => [tag, shown(node.attrs['attrs']), 0],
  });

const leafNode = (tag: string, options: { inline: boolean; group?: string }) =>
  Node.create({
    name: tag,
    ...options,
    atom: true,
    addAttributes,
    parseHTML: () => parsed(tag),
    renderHTML: ({ node }) => [tag, shown(node.attrs['attrs'])],
    ...(tag === 'br' ? { linebreakReplacement: true } : {}),
  });

const Bare = Node.create({
  name: BARE,
  content: 'inline*',
  group: 'block',
  renderHTML: () => ['div', 0],
});

const Empty = Node.create({
  name: EMPTY,
  inline: true,
  group: 'inline',
  atom: true,
  addAttributes: () => ({ ...addAttributes(), tag: { default: 'span', rendered: false } }),
  renderHTML: ({ node }) => ['span', { class: 'editor-anchor', title: anchorTitle(node.attrs['attrs']) }],
});

const anchorTitle = (attrs: Attributes): string =>
  attrs['id'] === undefined ? 'Empty element' : `Target of links: ${attrs['id']}`;

/** The attribute `n` distinguishes marks of neighbouring elements, which would otherwise become one. */
const Inline = Mark.create({
  name: INLINE,
  excludes: '',
  addAttributes: () => ({
    ...addAttributes(),
    tag: { default: 'span', rendered: false },
    n: { default: 0, rendered: false },
  }),
  parseHTML: () =>
    MARK_TAGS.map((tag) => ({
      tag,
      getAttrs: (element: HTMLElement) => ({ tag, attrs: domAttributes(element) }),
    })),
  renderHTML: ({ mark }) => [mark.attrs['tag'], shown(mark.attrs['attrs']), 0],
});

/** The schema: exactly the elements of src/contract/chapter/chapter-markup.ts. */
export const SCHEMA_EXTENSIONS: Extensions = [
  Node.create({ name: 'doc', topNode: true, content: 'block+' }),
  Node.create({ name: 'text', group: 'inline' }),
  ...TEXT_BLOCKS.map((tag) => blockNode(tag, 'inline*')),
  Bare,
  ...CONTAINERS.map((tag) => blockNode(tag, 'block+')),
  ...Object.entries(STRUCTURES).map(([tag, content]) => blockNode(tag, content)),
  blockNode('figure', '(block | figcaption)+'),
  leafNode('hr', { inline: false, group: 'block' }),
  leafNode('col', { inline: false }),
  ...LEAVES.map((tag) => leafNode(tag, { inline: true, group: 'inline' })),
  Empty,
  Inline,
];

/** The schema without an editor. An editor needs nodes of its own schema. */
export const chapterSchema = () => getSchema(SCHEMA_EXTENSIONS);
