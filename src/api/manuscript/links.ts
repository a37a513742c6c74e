import { hash } from '#src/lib/hash.ts';
import { settleLinks } from '../epub/links.ts';
import { anchorNames } from '../epub/summary.ts';
import { attribute, type Element, findAll } from '../epub/tree.ts';

/** Returns the anchor that a link within the page points to; undefined for other links. */
export function targetOf(link: Element): string | undefined {
  const href = attribute(link, 'href').trim();
  if (!href.startsWith('#') || href.length === 1) return undefined;
  try {
    return decodeURIComponent(href.slice(1));
  } catch {
    return href.slice(1);
  }
}

/** Returns the anchors of a page that its links point to. */
export const linkedAnchors = (body: Element): ReadonlySet<string> =>
  new Set(findAll(body, ({ tagName }) => tagName === 'a').flatMap((link) => targetOf(link) ?? []));

/** Returns the id that an anchor gets in the HTML of a chapter. */
export const anchorId = (name: string) => `b-0-${/^[\w-]{1,60}$/.test(name) ? name : hash(name, 12)}`;

/**
 * Returns the URL of a link; undefined if the link is to be removed. A link within the page gets a placeholder that
 * `settle` replaces.
 */
export function addressOf(link: Element): string | undefined {
  const target = targetOf(link);
  if (target !== undefined) return `epub-chapter:0#${anchorId(target)}`;
  const href = attribute(link, 'href').trim();
  if (!/^https:\/\//i.test(href) || !URL.canParse(href)) return undefined;
  return href
    .replace(/^https/i, 'https')
    .replaceAll(/['"<>\\\s]/g, (sign) => `%${sign.charCodeAt(0).toString(16).padStart(2, '0')}`);
}

/** Returns the ids of the anchors on an element or inside it. */
export const anchorsIn = (element: Element): string[] =>
  [element, ...findAll(element, () => true)].flatMap(anchorNames).map(anchorId);

interface Linked {
  readonly html: string;
  /** Ids of anchors at the beginning of the chapter that are not in its HTML. */
  readonly anchors: readonly string[];
}

/** Completes the links between the chapters of a book, and removes links to missing anchors. */
export function settle<T extends Linked>(chapters: readonly T[]): T[] {
  const starts = new Map<string, number>();
  const places = new Map<string, number>();
  for (const [index, { html, anchors }] of chapters.entries()) {
    for (const id of anchors) if (!starts.has(id)) starts.set(id, index);
    for (const [, id = ''] of html.matchAll(/ id="([\w-]+)"/g)) if (!places.has(id)) places.set(id, index);
  }
  return chapters.map((chapter, index) => ({
    ...chapter,
    html: settleLinks(chapter.html, index, (_plan, anchor) => {
      const place = places.get(anchor);
      const at = place ?? starts.get(anchor);
      return at === undefined ? undefined : { chapter: at, fragment: place === undefined ? '' : `#${anchor}` };
    }),
  }));
}
