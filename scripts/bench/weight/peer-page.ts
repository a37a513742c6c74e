import { type DefaultTreeAdapterTypes, parse } from 'parse5';
import { decodeEntities, piecesOf, type Shape } from '../rebuild/page-template.ts';

/** One of our pages as a developer would write it with a framework: its markup, and the data that it shows. */
export interface PeerPage {
  readonly kind: string;
  /** The page without our scripts and islands, which peers do not have. */
  readonly html: string;
  /**
   * The page's markup, with a placeholder for each text, image and URL in `main`. Everything else is the same on all
   * pages of the kind.
   */
  readonly shape: Shape;
  /** The values for the placeholders, as text. */
  readonly values: readonly string[];
}

const OURS = [
  /<script\b(?![^>]*application\/ld\+json)[^>]*>[\s\S]*?<\/script>/g,
  /<link rel="(?:modulepreload|manifest)"[^>]*>/g,
  /<style>astro-island[\s\S]*?<\/style>/g,
  /<template data-astro-template[\s\S]*?<\/template>/g,
  /<\/?astro-(?:island|slot|static-slot)\b(?:[^>"]|"[^"]*")*>/g,
  /<!--[\s\S]*?-->/g,
];
/** Matches attributes whose value is content. */
const OF_DATA = /\s(?:href|src|srcset|alt|title|aria-label)="$/;

export function peerPage(kind: string, ours: string): PeerPage {
  const html = OURS.reduce((text, pattern) => text.replace(pattern, ''), ours);
  const { fixed, values, contexts } = piecesOf(html);
  const texts = [''];
  const holes: Shape['holes'][number][] = [];
  const data: string[] = [];
  let isMain = false;
  const add = (text: string) => texts.push((texts.pop() ?? '') + text);
  for (const [index, text] of fixed.entries()) {
    add(text);
    if (text.includes('<main')) isMain = true;
    if (text.includes('</main>')) isMain = false;
    const value = values[index];
    const context = contexts[index];
    if (value === undefined || context === undefined) continue;
    if (isMain && (context === 'text' ? value.trim() !== '' : OF_DATA.test(text))) {
      holes.push(context);
      data.push(decodeEntities(value));
      texts.push('');
    } else add(value);
  }
  return { kind, html, shape: { texts, holes }, values: data };
}

type Node = DefaultTreeAdapterTypes.Node;
type Element = DefaultTreeAdapterTypes.Element;

/** An element in the head: its name, its attributes and its text. */
export interface HeadElement {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly text: string;
}

/** The elements of a page's head, and the attributes of `html` and `body`. */
export function documentOf(html: string) {
  const document = parse(html);
  const root = elementsOf(document)[0];
  const [head, body] = elementsOf(root);
  return {
    head: elementsOf(head).map((element): HeadElement => {
      const text = element.childNodes.map((node) => ('value' in node ? node.value : '')).join('');
      return { name: element.tagName, attributes: attributesOf(element), text };
    }),
    html: attributesOf(root),
    body: attributesOf(body),
  };
}

const elementsOf = (node: Node | undefined): Element[] =>
  node && 'childNodes' in node ? node.childNodes.filter((child) => 'tagName' in child) : [];

const attributesOf = (element: Element | undefined): Record<string, string> =>
  Object.fromEntries((element?.attrs ?? []).map(({ name, value }) => [name, value]));
