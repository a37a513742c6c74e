import { type DefaultTreeAdapterTypes, parse } from 'parse5';

/** What a visitor sees of a page. */
export interface Shown {
  /** URLs with their texts, in order. */
  readonly links: readonly string[];
  readonly text: string;
  readonly bytes: number;
}

type Node = DefaultTreeAdapterTypes.Node;

const UNSEEN = new Set(['script', 'style', 'template', 'noscript', 'head']);
/** Allowed difference in size between two pages, as a fraction. */
const TOLERANCE = 0.1;

export function visibleContent(html: string): Shown {
  const links: string[] = [];
  const text = seenText(parse(html), links);
  return { links, text: squeezed(text), bytes: Buffer.byteLength(html) };
}

const squeezed = (text: string) => text.replace(/\s+/g, ' ').trim();

function seenText(node: Node, links: string[]): string {
  if ('value' in node) return node.value;
  if (!('childNodes' in node) || ('tagName' in node && UNSEEN.has(node.tagName))) return '';
  const place = links.length;
  const href = 'attrs' in node && node.tagName === 'a' && node.attrs.find(({ name }) => name === 'href')?.value;
  if (href) links.push('');
  const text = node.childNodes.map((child) => seenText(child, links)).join('');
  if (href) links[place] = `${href} ${squeezed(text)}`;
  return text;
}

/** Describes how two pages differ for a visitor; undefined if they do not. */
export function differenceOf(ours: Shown, peer: Shown): string | undefined {
  const at = ours.links.findIndex((link, index) => link !== peer.links[index]);
  if (at >= 0) return `link ${at + 1} is "${peer.links[at] ?? 'missing'}", not "${ours.links[at]}"`;
  if (peer.links.length > ours.links.length) return `it has ${peer.links.length - ours.links.length} links more`;
  if (ours.text !== peer.text) return textDifference(ours.text, peer.text);
  const part = Math.abs(peer.bytes - ours.bytes) / ours.bytes;
  return part > TOLERANCE ? `it has ${peer.bytes} bytes, not ${ours.bytes} ± 10 %` : undefined;
}

function textDifference(ours: string, peer: string): string {
  let at = 0;
  while (at < ours.length && ours[at] === peer[at]) at += 1;
  const near = (text: string) => text.slice(Math.max(0, at - 20), at + 40);
  return `its text is "${near(peer)}" where ours is "${near(ours)}"`;
}
