/** Elements that contain only text and inline elements. */
export const TEXT_BLOCKS = ['p', 'h2', 'h3', 'h4', 'pre'] as const;

/** Elements that contain blocks, or text without an element around it. */
export const CONTAINERS = ['blockquote', 'aside', 'li', 'dt', 'dd', 'caption', 'th', 'td', 'figcaption'] as const;

/** Elements that contain only certain elements: their content as a ProseMirror expression. */
export const STRUCTURES = {
  ul: 'li+',
  ol: 'li+',
  dl: '(dt | dd)+',
  table: '(caption | colgroup | thead | tbody | tfoot | tr)+',
  colgroup: 'col*',
  thead: 'tr+',
  tbody: 'tr+',
  tfoot: 'tr+',
  tr: '(th | td)+',
} as const;

/** The child element that wraps any other content of a structure. */
export const DEFAULT_CHILDREN: Readonly<Record<string, string>> = {
  ul: 'li',
  ol: 'li',
  dl: 'dd',
  table: 'tr',
  thead: 'tr',
  tbody: 'tr',
  tfoot: 'tr',
  tr: 'td',
};

/** Blocks that may be anywhere. The others occur only in certain elements. */
export const FREE_BLOCKS: readonly string[] = [
  ...TEXT_BLOCKS,
  'hr',
  'blockquote',
  'aside',
  'ul',
  'ol',
  'dl',
  'table',
  'figure',
];

const BLOCKS = new Set<string>([...FREE_BLOCKS, ...CONTAINERS, ...Object.keys(STRUCTURES), 'col']);

export const isBlock = (tag: string): boolean => BLOCKS.has(tag);

/** Inline elements without content. */
export const LEAVES = ['br', 'wbr', 'img'] as const;

/** The elements that a structure may contain. */
export const childrenOf = (tag: string): readonly string[] =>
  STRUCTURES[tag as keyof typeof STRUCTURES].match(/[a-z]+/g) ?? [];

/** Elements of inline markup: marks in the editor. */
export const MARK_TAGS = [
  'em',
  'strong',
  'i',
  'b',
  's',
  'small',
  'sup',
  'sub',
  'a',
  'ruby',
  'rt',
  'rp',
  'span',
  'bdi',
  'bdo',
  'cite',
  'q',
  'abbr',
  'code',
] as const;
