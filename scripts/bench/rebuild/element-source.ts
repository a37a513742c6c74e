import { type DefaultTreeAdapterTypes, parse, parseFragment } from 'parse5';
import { CARDS } from './cards.ts';
import type { Shape } from './page-template.ts';

type Node = DefaultTreeAdapterTypes.Node;
type Element = DefaultTreeAdapterTypes.Element;

/** What React calls attributes of HTML; the others it knows by their own names. */
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
/** Stands for a hole while the template is parsed as HTML. */
const HOLE = /§(\d+)§/;
const CARDS_ELEMENT = /^<(\w+)/.exec(CARDS)?.[1];

/** A module of three functions that make a page of React elements: of its head, its body and each of its cards. */
export function reactSource({ frames, cards }: { frames: readonly Shape[]; cards: readonly Shape[] }): string {
  const documents = frames.map((shape) => parse(htmlOf(shape)));
  const parts = (name: 'head' | 'body') =>
    documents.map((document) => listOf(childrenOf(elementNamed(document, name))));
  const items = cards.map((shape) => listOf(parseFragment(htmlOf(shape)).childNodes));
  return [
    `import { createElement as h, Fragment } from 'react';`,
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

/** As arguments elements need no keys. */
const listOf = (nodes: readonly Node[]) => `h(Fragment, null, ${expressions(nodes).join(', ')})`;

function expressions(nodes: readonly Node[]): string[] {
  return nodes.flatMap((node) => {
    if ('value' in node) return piecesOfText(node.value);
    if (!('tagName' in node)) return [];
    return node.tagName === CARDS_ELEMENT ? ['...cards'] : [elementOf(node)];
  });
}

function elementOf(element: Element): string {
  const { tagName, attrs } = element;
  const props = attrs.map(({ name, value }) => `${JSON.stringify(PROPS[name] ?? name)}: ${propOf(name, value)}`);
  const isScript = tagName === 'script' || tagName === 'style';
  const script = isScript ? [`dangerouslySetInnerHTML: { __html: ${joined(textIn(element))} }`] : [];
  const children = isScript ? [] : expressions(element.childNodes);
  return `h(${[JSON.stringify(tagName), `{ ${[...props, ...script].join(', ')} }`, ...children].join(', ')})`;
}

const textIn = ({ childNodes }: Element) => childNodes.map((child) => ('value' in child ? child.value : '')).join('');

const propOf = (name: string, value: string) => (value === '' && FLAGS.has(name) ? 'true' : joined(value));

/** A text with holes as an expression of one string. */
const joined = (text: string) => piecesOfText(text).join(' + ') || '""';

/** Fixed texts and holes of a text, as expressions. */
function piecesOfText(text: string): string[] {
  return text
    .split(/(§\d+§)/)
    .filter((part) => part !== '')
    .map((part) => {
      const hole = HOLE.exec(part)?.[1];
      return hole === undefined ? JSON.stringify(part) : `v[${hole}]`;
    });
}
