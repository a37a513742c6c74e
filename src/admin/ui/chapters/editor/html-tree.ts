import { ALLOWED_ATTRIBUTES, ALLOWED_TAGS } from '../../../../contract/chapter/chapter-markup.ts';
import { decodeEntities } from '../../../../lib/html-entities.ts';

/** The attributes of an element, in the order in which they were written. */
export type Attributes = Readonly<Record<string, string>>;

export interface HtmlElement {
  readonly tag: string;
  readonly attrs: Attributes;
  readonly children: HtmlNode[];
  /** Range of the element in the source. */
  readonly start: number;
  end: number;
}

export interface HtmlText {
  text: string;
  readonly start: number;
  end: number;
}

export type HtmlNode = HtmlElement | HtmlText;

export const isText = (node: HtmlNode): node is HtmlText => 'text' in node;

const TAGS = new Set(ALLOWED_TAGS);
/** Allowed attributes of pictures besides those of the contract; equals the list of the API's sanitiser. */
const PICTURE_ATTRIBUTES = ['srcset', 'width', 'height'];
/** Elements without content. */
export const VOID_TAGS: readonly string[] = ['br', 'hr', 'img', 'col', 'wbr'];
const TOKEN = /<(\/?)([a-z][a-z0-9-]*)((?:[^>"']|"[^"]*"|'[^']*')*?)\/?>|<!--[\s\S]*?-->|[^<]+|</gi;
const ATTRIBUTE = /([a-z-]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+)))?/gi;

/**
 * Reads the HTML of a chapter as the API's sanitiser writes it, without the browser's parser, which Trusted Types
 * block. Other HTML is read as far as possible.
 * @param onProblem is called with a description of each part that is not written in this way
 */
export function readHtml(html: string, onProblem: (problem: string) => void): HtmlNode[] {
  const root: HtmlNode[] = [];
  const open: HtmlElement[] = [];
  const siblings = () => open.at(-1)?.children ?? root;
  for (const match of html.matchAll(TOKEN)) {
    const [token, slash, name, attributes = ''] = match;
    const end = match.index + token.length;
    const tag = name?.toLowerCase();
    if (tag === undefined) {
      if (token.startsWith('<!--')) onProblem('a comment');
      else addText(siblings(), token, match.index);
    } else if (!TAGS.has(tag)) onProblem(`the element <${tag}>`);
    else if (slash && VOID_TAGS.includes(tag)) extend(siblings(), end);
    else if (slash) close(open, tag, end, onProblem);
    else {
      const element = { tag, attrs: attributesIn(tag, attributes, onProblem), children: [], start: match.index, end };
      siblings().push(element);
      if (!VOID_TAGS.includes(tag)) open.push(element);
    }
  }
  for (const { tag } of open) onProblem(`<${tag}> without an end tag`);
  for (const element of open) element.end = html.length;
  return root;
}

function addText(siblings: HtmlNode[], token: string, start: number): void {
  const text = decodeEntities(token);
  const last = siblings.at(-1);
  if (last && isText(last)) {
    last.text += text;
    last.end = start + token.length;
  } else siblings.push({ text, start, end: start + token.length });
}

/** Handles the end tag of a void element, which the sanitiser writes after `<wbr>`. */
function extend(siblings: readonly HtmlNode[], end: number): void {
  const last = siblings.at(-1);
  if (last) last.end = end;
}

function close(open: HtmlElement[], tag: string, end: number, onProblem: (problem: string) => void): void {
  const place = open.findLastIndex((element) => element.tag === tag);
  if (place < 0) {
    onProblem(`</${tag}> without a start tag`);
    return;
  }
  for (const element of open.slice(place)) {
    if (element !== open[place]) onProblem(`<${element.tag}> without an end tag`);
    element.end = end;
  }
  open.length = place;
}

const allowedAttributes = (tag: string): readonly string[] => [
  ...(ALLOWED_ATTRIBUTES['*'] ?? []),
  ...(ALLOWED_ATTRIBUTES[tag] ?? []),
  ...(tag === 'img' ? PICTURE_ATTRIBUTES : []),
];

/** Whether a chapter may contain an element with these attributes. */
export const isAllowed = (tag: unknown, attrs: unknown): boolean =>
  typeof tag === 'string' &&
  TAGS.has(tag) &&
  typeof attrs === 'object' &&
  attrs !== null &&
  Object.entries(attrs).every(([name, value]) => allowedAttributes(tag).includes(name) && typeof value === 'string');

/** The allowed attributes of an element. */
function attributesIn(tag: string, text: string, onProblem: (problem: string) => void): Attributes {
  const allowed = allowedAttributes(tag);
  const attrs: Record<string, string> = {};
  for (const [, key = '', ...values] of text.matchAll(ATTRIBUTE)) {
    const name = key.toLowerCase();
    if (allowed.includes(name)) attrs[name] = decodeEntities(values.find((value) => value !== undefined) ?? '');
    else onProblem(`the attribute ${name} of <${tag}>`);
  }
  return attrs;
}
