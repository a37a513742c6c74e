import { type DefaultTreeAdapterTypes, parse, parseFragment } from 'parse5';
import { CARDS } from './cards.ts';
import type { Shape } from './page-template.ts';

type Node = DefaultTreeAdapterTypes.Node;
type Element = DefaultTreeAdapterTypes.Element;

/** React's names for HTML attributes whose names differ. */
const PROPS: Readonly<Record<string, string>> = {
  class: 'className',
  for: 'htmlFor',
  tabindex: 'tabIndex',
  crossorigin: 'crossOrigin',
  srcset: 'srcSet',
  maxlength: 'maxLength',
  autocomplete: 'autoComplete',
  charset: 'charSet',
  fetchpriority: 'fetchPriority',
};
const FLAGS = new Set(['required', 'hidden', 'disabled', 'checked', 'async', 'defer', 'open', 'multiple', 'readonly']);
/** Matches a placeholder while the template is parsed as HTML. */
const HOLE = /§(\d+)§/;
const CARDS_ELEMENT = /^<(\w+)/.exec(CARDS)?.[1];

/** How a library creates an element with its function `h`. */
interface Library {
  readonly imports: string;
  /** Names of HTML attributes that the library names differently. */
  readonly props: Readonly<Record<string, string>>;
  /** Returns the arguments of `h` for the children, starting with a comma. */
  children(expressions: readonly string[]): string;
  /** Returns the property that sets an element's inner HTML. */
  inside(expression: string): string;
}

const REACT: Library = {
  imports: `import { createElement as h, Fragment } from 'react';`,
  props: PROPS,
  // Elements need no keys if they are passed as arguments.
  children: (expressions) => expressions.map((one) => `, ${one}`).join(''),
  inside: (expression) => `dangerouslySetInnerHTML: { __html: ${expression} }`,
};

const VUE: Library = {
  imports: `import { h, Fragment } from 'vue';`,
  props: {},
  children: (expressions) => (expressions.length === 0 ? '' : `, [${expressions.join(', ')}]`),
  inside: (expression) => `innerHTML: ${expression}`,
};

interface Shapes {
  readonly frames: readonly Shape[];
  readonly cards: readonly Shape[];
}

/**
 * Returns the source of a module with three functions that create React elements: for a page's head, for its body and
 * for a card.
 */
export const reactSource = (shapes: Shapes): string => sourceOf(shapes, REACT);

/** Returns the source of the same module with Vue's nodes. */
export const vueSource = (shapes: Shapes): string => sourceOf(shapes, VUE);

function sourceOf({ frames, cards }: Shapes, library: Library): string {
  const listOf = (nodes: readonly Node[]) => `h(Fragment, null${library.children(expressions(nodes, library))})`;
  const documents = frames.map((shape) => parse(htmlOf(shape)));
  const parts = (name: 'head' | 'body') =>
    documents.map((document) => listOf(childrenOf(elementNamed(document, name))));
  const items = cards.map((shape) => listOf(parseFragment(htmlOf(shape)).childNodes));
  return [
    library.imports,
    functionOf('headOf', 'data', parts('head')),
    functionOf('frameOf', 'data, cards', parts('body')),
    functionOf('cardOf', 'data', items),
    '',
  ].join('\n');
}

function functionOf(name: string, parameters: string, shapes: readonly string[]): string {
  const cases = shapes.map((shape, index) => `    case ${index}: return ${shape};`);
  return `export function ${name}(${parameters}) {
  const { shape, values: v } = data;
  switch (shape) {
${cases.join('\n')}
  }
}`;
}

const htmlOf = ({ texts }: Shape) => texts.map((text, hole) => (hole === 0 ? text : `§${hole - 1}§${text}`)).join('');

function elementNamed(node: Node, name: string): Element | undefined {
  if ('tagName' in node && node.tagName === name) return node;
  for (const child of 'childNodes' in node ? node.childNodes : []) {
    const found = elementNamed(child, name);
    if (found) return found;
  }
  return undefined;
}

const childrenOf = (element: Element | undefined): readonly Node[] => element?.childNodes ?? [];

function expressions(nodes: readonly Node[], library: Library): string[] {
  return nodes.flatMap((node) => {
    if ('value' in node) return piecesOfText(node.value);
    if (!('tagName' in node)) return [];
    return node.tagName === CARDS_ELEMENT ? ['...cards'] : [elementOf(node, library)];
  });
}

function elementOf(element: Element, library: Library): string {
  const { tagName, attrs } = element;
  const props = attrs.map(
    ({ name, value }) => `${JSON.stringify(library.props[name] ?? name)}: ${propOf(name, value)}`,
  );
  const isScript = tagName === 'script' || tagName === 'style';
  const script = isScript ? [library.inside(joined(textIn(element)))] : [];
  const children = isScript ? [] : expressions(element.childNodes, library);
  return `h(${JSON.stringify(tagName)}, { ${[...props, ...script].join(', ')} }${library.children(children)})`;
}

const textIn = ({ childNodes }: Element) => childNodes.map((child) => ('value' in child ? child.value : '')).join('');

const propOf = (name: string, value: string) => (value === '' && FLAGS.has(name) ? 'true' : joined(value));

/** Returns the source code of an expression that joins a text and its placeholders into one string. */
const joined = (text: string) => piecesOfText(text).join(' + ') || '""';

/** Returns the source code of an expression for each fixed part and each placeholder of a text, in order. */
function piecesOfText(text: string): string[] {
  return text
    .split(/(§\d+§)/)
    .filter((part) => part !== '')
    .map((part) => {
      const hole = HOLE.exec(part)?.[1];
      return hole === undefined ? JSON.stringify(part) : `v[${hole}]`;
    });
}
