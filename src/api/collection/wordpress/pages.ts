import { parseFragment } from 'parse5';
import { oneLine } from '../../epub/text.ts';
import { parseTitle } from '../../epub/titles.ts';
import { attribute, findAll, textOf } from '../../epub/tree.ts';
import { parseHeading } from '../../manuscript/headings/parse.ts';
import { isContentsHeading } from '../../manuscript/plain/contents.ts';
import type { SiteBook, SitePost } from '../site/types.ts';
import { addressesOf, hiddenWarnings, type Item, isPublic, plain, termsOf, thumbnailOf } from './items.ts';
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

/** A page that may be a book, and its chapters. */
interface Candidate {
  readonly page: Item;
  readonly chapters: readonly Chapter[];
  readonly links: readonly Link[];
  /** Whether the chapters are below the page. */
  readonly isParent: boolean;
}

/**
 * Returns the books whose chapters are pages: below a parent page, or linked from a page that lists them. A list may
 * also contain posts. If several pages list a chapter, it belongs to a page above it, or else to the longest list.
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
  const candidates = candidatesOf(items, children, isFree);
  const used = new Set<Item>();
  const accepted: Candidate[] = [];
  const left = ({ chapters }: Candidate) => chapters.filter(({ item }) => !used.has(item));
  let waiting: readonly Candidate[] = candidates;
  while (waiting.length > 0) {
    waiting = waiting.flatMap((candidate) => {
      const chapters = left(candidate);
      return !used.has(candidate.page) && areChapters(chapters, candidate.links) ? [{ ...candidate, chapters }] : [];
    });
    const [first] = waiting;
    if (!first) break;
    const best = waiting.reduce((one, other) => (isBetter(other, one) ? other : one), first);
    accepted.push(best);
    const below = best.isParent ? (children.get(best.page.id) ?? []) : [];
    for (const item of [best.page, ...best.chapters.map((chapter) => chapter.item), ...below]) used.add(item);
  }
  const order = new Map(candidates.map(({ page }, index) => [page, index]));
  const inOrder = accepted.toSorted((a, b) => (order.get(a.page) ?? 0) - (order.get(b.page) ?? 0));
  return { books: inOrder.map(({ page, chapters }) => bookOf(page, chapters, items, wxr)), used };
}

/** Whether a page is rather a book than another one. */
const isBetter = (one: Candidate, other: Candidate): boolean =>
  one.isParent === other.isParent ? one.chapters.length > other.chapters.length : one.isParent;

/** Returns all pages that may be books, those at the top of the site first. */
function candidatesOf(
  items: ReadonlyMap<string, Item>,
  children: ReadonlyMap<string, readonly Item[]>,
  isFree: (item: Item) => boolean,
): Candidate[] {
  const byPath = new Map([...items.values()].flatMap((item) => pathsOf(item).map((path) => [path, item] as const)));
  const candidates = [...items.values()]
    .filter((item) => isPage(item) && isPublic(item))
    .toSorted((a, b) => depthOf(a, items) - depthOf(b, items))
    .map((page): Candidate => {
      const links = linksIn(page, byPath).filter(({ item }) => item !== page && (isPage(item) || isFree(item)));
      const chapters = chaptersOf(page, children, links).filter(({ item }) => !isContentsHeading(item.title));
      return { page, chapters, links, isParent: children.has(page.id) };
    })
    .filter(
      // The links of a chapter to the previous and next one are no list.
      ({ page, chapters, links, isParent }) =>
        (isParent || parseTitle(page.title, Number.POSITIVE_INFINITY)?.level !== 'chapter') &&
        areChapters(chapters, links),
    );
  const byPage = new Map(candidates.map((candidate) => [candidate.page, candidate]));
  // "Book 1" is not a chapter of the page that links to it if it lists chapters itself.
  const isBook = (item: Item) => byPage.has(item) && isVolume(item.title);
  return candidates
    .filter(({ page }) => !isShelf(children.get(page.id) ?? [], byPage))
    .map((candidate) =>
      candidate.isParent
        ? candidate
        : { ...candidate, chapters: candidate.chapters.filter(({ item }) => !isBook(item)) },
    );
}

/** Whether the pages below a page are books: at least two of them are no volumes, and number their chapters alike. */
function isShelf(below: readonly Item[], candidates: ReadonlyMap<Item, Candidate>): boolean {
  const numbers = below
    .filter((item) => !isVolume(item.title))
    .flatMap((item) => {
      const { isParent, chapters } = candidates.get(item) ?? { isParent: false, chapters: [] };
      return isParent ? [new Set(chapters.map((chapter) => numberOf(chapter.item.title)).filter(Number.isFinite))] : [];
    });
  return numbers.some((one, index) => numbers.slice(index + 1).some((other) => !one.isDisjointFrom(other)));
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
    title: titleOf(page, items, wxr),
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

const HOME = /^(?:home(?: ?page)?|start|welcome|all chapters|chapter list)$/i;

/** Returns the title of a book: that of its page or, if that is "Chapters" or "Home", of a page above it or the site. */
function titleOf(page: Item, items: ReadonlyMap<string, Item>, wxr: Wxr): string {
  const isGeneral = (title: string) => isContentsHeading(title) || HOME.test(title.trim());
  let at: Item | undefined = page;
  for (let level = 0; at && isGeneral(at.title) && level < MAX_LEVELS; level += 1) at = items.get(at.parent);
  return (at && !isGeneral(at.title) ? at.title : plain(wxr.title)) || page.title;
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
