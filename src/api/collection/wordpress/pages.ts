import { parseFragment } from 'parse5';
import { oneLine } from '../../epub/text.ts';
import { parseTitle } from '../../epub/titles.ts';
import { attribute, findAll, textOf } from '../../epub/tree.ts';
import { parseHeading } from '../../manuscript/headings/parse.ts';
import type { SiteBook, SitePost } from '../site/types.ts';
import { addressesOf, hiddenWarnings, type Item, isPublic, termsOf, thumbnailOf } from './items.ts';
import type { Wxr } from './parse-wxr.ts';
import { postHtml } from './post-html.ts';

const MIN_CHAPTERS = 2;
/** Minimum fraction of chapters that must have a number, or a name such as "Prologue". */
const MIN_NAMED = 0.5;

interface Link {
  readonly item: Item;
  readonly text: string;
}

interface Chapter {
  readonly item: Item;
  readonly part: string | undefined;
}

const isPage = ({ type }: Item) => type === 'page';

/**
 * Returns the books whose chapters are pages: below a parent page, or linked from a page that lists them. A list may
 * also contain posts.
 * @param isFree whether a post belongs to no other book
 */
export function pageBooks(
  items: ReadonlyMap<string, Item>,
  wxr: Wxr,
  isFree: (item: Item) => boolean,
): { books: SiteBook[]; used: ReadonlySet<Item> } {
  const children = Map.groupBy(
    [...items.values()].filter((item) => isPage(item) && item.parent !== '' && item.parent !== '0'),
    ({ parent }) => parent,
  );
  const byPath = new Map([...items.values()].flatMap((item) => pathsOf(item).map((path) => [path, item] as const)));
  const used = new Set<Item>();
  const books: SiteBook[] = [];
  const pages = [...items.values()].filter((item) => isPage(item) && isPublic(item));
  for (const page of pages.toSorted((a, b) => depthOf(a, items) - depthOf(b, items))) {
    if (used.has(page)) continue;
    const links = linksIn(page, byPath).filter(({ item }) => item !== page && (isPage(item) || isFree(item)));
    const chapters = chaptersOf(page, children, links).filter(({ item }) => !used.has(item));
    if (!areChapters(chapters, links)) continue;
    for (const item of [page, ...chapters.map((chapter) => chapter.item), ...(children.get(page.id) ?? [])])
      used.add(item);
    books.push(bookOf(page, chapters, items, wxr));
  }
  return { books, used };
}

const MAX_LEVELS = 5;

function depthOf({ parent }: Item, items: ReadonlyMap<string, Item>): number {
  let depth = 0;
  for (let at = items.get(parent); at && depth < MAX_LEVELS; at = items.get(at.parent)) depth += 1;
  return depth;
}

/** Returns the chapters of a page: those below it, or those that it links to. */
function chaptersOf(page: Item, children: ReadonlyMap<string, readonly Item[]>, links: readonly Link[]): Chapter[] {
  const below = descendants(page, children, 0, undefined);
  const places = new Map(links.map(({ item }, index) => [item, index]));
  if (below.length === 0) return [...places.keys()].map((item) => ({ item, part: undefined }));
  const isListed = below.every(({ item }) => places.has(item));
  return isListed ? below.toSorted((a, b) => (places.get(a.item) ?? 0) - (places.get(b.item) ?? 0)) : below;
}

function descendants(
  page: Item,
  children: ReadonlyMap<string, readonly Item[]>,
  level: number,
  part: string | undefined,
): Chapter[] {
  if (level > MAX_LEVELS) return [];
  return (children.get(page.id) ?? []).toSorted(byMenu).flatMap((child) => {
    const isPart = children.has(child.id);
    const own = isPart && postHtml(child.content) === '' ? [] : [{ item: child, part }];
    const inner = isPart ? descendants(child, children, level + 1, child.title) : [];
    // The page of a volume lists its chapters, which is not text of the book.
    return inner.length > 0 && isVolume(child.title) ? inner : [...own, ...inner];
  });
}

const isVolume = (title: string) => parseTitle(title, Number.POSITIVE_INFINITY)?.level === 'part';
const numberOf = (title: string) => Number(parseTitle(title, Number.POSITIVE_INFINITY)?.number ?? Number.NaN);

/** Compares pages by their place in the menu, their number and their date. */
function byMenu(a: Item, b: Item): number {
  const [one, other] = [numberOf(a.title), numberOf(b.title)];
  const numbers = Number.isNaN(one) || Number.isNaN(other) ? 0 : one - other;
  return a.order - b.order || numbers || a.date.localeCompare(b.date) || Number(a.id) - Number(b.id);
}

/** Whether enough pages have a number or the name of a section, in their title or in the text of the link to them. */
function areChapters(chapters: readonly Chapter[], links: readonly Link[]): boolean {
  const texts = new Map(links.map(({ item, text }) => [item, text]));
  const isNamed = (title: string) =>
    parseTitle(title, Number.POSITIVE_INFINITY) !== undefined || parseHeading(title)?.level === 'matter';
  const named = chapters.filter(({ item }) => isNamed(item.title) || isNamed(texts.get(item) ?? ''));
  const visible = chapters.filter(({ item }) => isPublic(item)).length;
  return visible >= MIN_CHAPTERS && named.length >= chapters.length * MIN_NAMED;
}

/** Returns the links of a page to other items, without repetitions. */
function linksIn(page: Item, byPath: ReadonlyMap<string, Item>): Link[] {
  const links = new Map<Item, Link>();
  for (const link of findAll(parseFragment(page.content), ({ tagName }) => tagName === 'a')) {
    const item = byPath.get(pathOf(attribute(link, 'href')) ?? '');
    if (item && !links.has(item)) links.set(item, { item, text: oneLine(textOf(link)) });
  }
  return [...links.values()];
}

const pathsOf = ({ link, id }: Item): string[] =>
  [pathOf(link), `/?p=${id}`, `/?page_id=${id}`].filter((path) => path !== undefined);

/** Returns the path of a URL on the site; undefined for its home page. */
function pathOf(href: string): string | undefined {
  if (!URL.canParse(href, 'https://old.example')) return undefined;
  const { pathname, search } = new URL(href, 'https://old.example');
  const path = pathname.replace(/\/+$/, '').toLowerCase();
  if (path !== '') return path;
  return /^\?(?:p|page_id)=\d+$/.test(search) ? `/${search}` : undefined;
}

function bookOf(page: Item, chapters: readonly Chapter[], items: ReadonlyMap<string, Item>, wxr: Wxr): SiteBook {
  const published = chapters.filter(({ item }) => isPublic(item));
  return {
    identifier: `wordpress:${wxr.site}#${page.id}`,
    title: page.title,
    authors: [page.author].filter(Boolean),
    language: wxr.language,
    description: aboveLinks(postHtml(page.content)),
    subjects: [...new Set([page, ...published.map(({ item }) => item)].flatMap((item) => termsOf(item, 'post_tag')))],
    posts: published.map(postOf),
    addresses: addressesOf(page),
    cover: thumbnailOf(page, items),
    warnings: hiddenWarnings(chapters.map(({ item }) => item)),
  };
}

const postOf = ({ item, part }: Chapter): SitePost => ({
  title: item.title,
  html: postHtml(item.content),
  part,
  addresses: addressesOf(item),
});

/** Returns the blocks of a page above the list of its chapters. */
const aboveLinks = (html: string): string => {
  const at = html.search(/<a\s/i);
  return at < 0 ? html : html.slice(0, Math.max(0, html.lastIndexOf('\n', at)));
};
