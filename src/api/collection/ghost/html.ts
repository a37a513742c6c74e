import { serialize } from 'parse5';
import { escapeHtml } from '#src/lib/text.ts';
import { makeElement } from '../../epub/tree.ts';
import { readMarkdown } from '../../manuscript/markdown.ts';
import { asArray, asObject, asText, type JsonObject, textIn } from '../json.ts';

/** Maximum nesting depth of a post's elements. Real posts have only a few levels. */
const MAX_DEPTH = 50;
const element = (tag: string, inner: string) => `<${tag}>${inner}</${tag}>`;
const numbered = (start: unknown, inner: string) =>
  typeof start === 'number' && Number.isInteger(start) && start > 1
    ? `<ol start="${start}">${inner}</ol>`
    : element('ol', inner);
const heading = (tag: string) => (/^h[1-6]$/.test(tag) ? tag : 'p');
const figure = (source: string, caption: string) =>
  `<figure><img src="${escapeHtml(source)}" alt=""><figcaption>${caption}</figcaption></figure>`;
const gallery = (card: JsonObject) =>
  asArray(card['images'])
    .map((image) => figure(textIn(asObject(image), 'src'), ''))
    .join('');
const markdownHtml = (text: string) => serialize(readMarkdown(text).body ?? makeElement('div'));

/** The bits of `format` of a text in Lexical, each with its HTML element. */
const FORMATS: readonly (readonly [bit: number, tag: string])[] = [
  [1, 'strong'],
  [2, 'em'],
  [4, 's'],
  [8, 'u'],
  [16, 'code'],
  [32, 'sub'],
  [64, 'sup'],
];

/**
 * Converts a post in Lexical, the format of Ghost's editor since 5.59, to HTML.
 * @throws SyntaxError if it is not JSON
 */
export const lexicalHtml = (source: string): string =>
  lexicalNodes(asObject(asObject(JSON.parse(source))['root'])['children'], 0);

const lexicalNodes = (nodes: unknown, depth: number): string =>
  depth > MAX_DEPTH
    ? ''
    : asArray(nodes)
        .map((node) => lexicalNode(asObject(node), depth))
        .join('');

function lexicalNode(node: JsonObject, depth: number): string {
  const text = (name: string) => textIn(node, name);
  const inner = () => lexicalNodes(node['children'], depth + 1);
  switch (text('type')) {
    case 'text':
    case 'extended-text':
      return formatted(text('text'), Number(node['format']) || 0);
    case 'linebreak':
      return '<br>';
    case 'tab':
      return ' ';
    case 'paragraph':
      return element('p', inner());
    case 'heading':
    case 'extended-heading':
      return element(heading(text('tag')), inner());
    case 'quote':
    case 'extended-quote':
    case 'aside':
      return element('blockquote', inner());
    case 'list':
      return text('listType') === 'number' ? numbered(node['start'], inner()) : element('ul', inner());
    case 'listitem':
      return element('li', inner());
    case 'link':
    case 'autolink':
      return `<a href="${escapeHtml(text('url'))}">${inner()}</a>`;
    case 'horizontalrule':
      return '<hr>';
    case 'html':
      return text('html');
    case 'markdown':
      return markdownHtml(text('markdown'));
    case 'image':
      return figure(text('src'), text('caption'));
    case 'gallery':
      return gallery(node);
    case 'header':
      return element('p', text('header')) + element('p', text('subheader'));
    case 'codeblock':
      return element('pre', escapeHtml(text('code')));
    case 'callout':
      return element('blockquote', element('p', text('calloutText')));
    case 'toggle':
      return element('p', text('heading')) + text('content');
    default:
      return inner();
  }
}

const formatted = (text: string, format: number) =>
  FORMATS.filter(([bit]) => (format & bit) !== 0).reduce((html, [, tag]) => element(tag, html), escapeHtml(text));

/** Converts a post in Mobiledoc, the format of Ghost's older editor, to HTML. @throws SyntaxError if it is not JSON */
export function mobiledocHtml(source: string): string {
  const document = asObject(JSON.parse(source));
  return asArray(document['sections'])
    .map((section) => mobiledocSection(asArray(section), document))
    .join('');
}

/** Converts a section of a Mobiledoc, whose kind is 1 for text, 2 for a picture, 3 for a list and 10 for a card. */
function mobiledocSection([kind, value, markers]: readonly unknown[], document: JsonObject): string {
  if (kind === 2) return figure(asText(value), '');
  if (kind === 3)
    return element(
      value === 'ol' ? 'ol' : 'ul',
      asArray(markers)
        .map((item) => element('li', mobiledocText(asArray(item), document)))
        .join(''),
    );
  if (kind === 10) return mobiledocCard(asArray(asArray(document['cards'])[Number(value)]));
  const tag = /^(?:h[1-6]|blockquote|aside|pull-quote)$/.test(asText(value)) ? asText(value) : 'p';
  return element(/^h/.test(tag) || tag === 'p' ? tag : 'blockquote', mobiledocText(asArray(markers), document));
}

function mobiledocCard([name, payload]: readonly unknown[]): string {
  const fields = asObject(payload);
  if (name === 'hr') return '<hr>';
  if (name === 'html') return textIn(fields, 'html');
  if (name === 'markdown' || name === 'card-markdown') return markdownHtml(textIn(fields, 'markdown'));
  if (name === 'image') return figure(textIn(fields, 'src'), textIn(fields, 'caption'));
  if (name === 'gallery') return gallery(fields);
  if (name === 'callout') return element('blockquote', element('p', textIn(fields, 'calloutText')));
  if (name === 'toggle') return element('p', textIn(fields, 'heading')) + textIn(fields, 'content');
  return name === 'code' ? element('pre', escapeHtml(textIn(fields, 'code'))) : '';
}

/** Converts markers, which are `[kind, opened markups, number of closed markups, text or index of an atom]`. */
function mobiledocText(markers: readonly unknown[], document: JsonObject): string {
  const open: string[] = [];
  const parts = markers.map((marker) => {
    const [kind, opened, closed, value] = asArray(marker);
    const starts = asArray(opened).map((index) => {
      const [tag, attributes] = asArray(asArray(document['markups'])[Number(index)]);
      const name = /^(?:a|em|strong|b|i|s|sub|sup|code|u)$/.test(asText(tag)) ? asText(tag) : 'span';
      open.push(name);
      const at = asArray(attributes).indexOf('href');
      return at < 0 ? `<${name}>` : `<${name} href="${escapeHtml(asText(asArray(attributes)[at + 1]))}">`;
    });
    const isBreak = kind === 1 && asArray(asArray(document['atoms'])[Number(value)])[0] === 'soft-return';
    const text = kind === 0 ? escapeHtml(asText(value)) : isBreak ? '<br>' : '';
    const ends = open.splice(Math.max(0, open.length - (Number(closed) || 0))).toReversed();
    return starts.join('') + text + ends.map((name) => `</${name}>`).join('');
  });
  return (
    parts.join('') +
    open
      .toReversed()
      .map((name) => `</${name}>`)
      .join('')
  );
}
