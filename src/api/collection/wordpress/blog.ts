import { parseTitle } from '../../epub/titles.ts';
import { listed } from '../numbered/order.ts';
import type { SiteBook } from '../site/types.ts';
import { addressesOf, byDate, hiddenWarnings, type Item, isPublic, plain, termsOf, thumbnailOf } from './items.ts';
import { pageBooks } from './pages.ts';
import type { Wxr } from './parse-wxr.ts';
import { postHtml } from './post-html.ts';

/** A category is a book if it contains at least this many posts. */
const MIN_POSTS = 2;
const IGNORED_CATEGORY = 'uncategorized';

interface Placed {
  readonly post: Item;
  /** Slug and name of the category that is imported as the book. */
  readonly book: { readonly slug: string; readonly name: string };
  readonly part: string | undefined;
}

export const isBlogPost = ({ type }: Item): boolean => type === 'post';

/**
 * Returns the books of a site without a theme for novels: each category is a book, and its posts are the
 * chapters. So are pages with pages of chapters.
 */
export function blogBooks(items: ReadonlyMap<string, Item>, wxr: Wxr): { books: SiteBook[]; warnings: string[] } {
  const posts = [...items.values()].filter(isBlogPost).toSorted(byDate);
  const sizes = sizesOf(posts);
  const placed = posts.map((post) => placeOf(post, sizes, wxr));
  const inBooks = placed.filter((place) => place !== undefined);
  const alone = posts.filter((post, index) => placed[index] === undefined && isPublic(post));
  const isAlone = new Set(alone);
  const books = [...Map.groupBy(inBooks, ({ book }) => book.slug).values()].map((group) =>
    bookOfCategory(group, items, wxr),
  );
  const { books: ofPages, used } = pageBooks(items, wxr, (item) => isAlone.has(item));
  const unused = alone.filter((post) => !used.has(post));
  alone.splice(0, alone.length, ...unused);
  books.push(...ofPages);
  // A site without categories has a single book.
  if (books.length === 0 && alone.length >= MIN_POSTS) {
    const site = { slug: '', name: plain(wxr.title) || wxr.site };
    books.push(
      bookOfCategory(
        posts.map((post) => ({ post, book: site, part: undefined })),
        items,
        wxr,
      ),
    );
    alone.length = 0;
  }
  const warnings =
    alone.length > 0
      ? [
          `${alone.length} posts belong to no book, because their category has fewer than ${MIN_POSTS} posts: ${listed(alone.map(({ title }) => title))}.`,
        ]
      : [];
  const pages = [...items.values()].filter((item) => item.type === 'page' && !used.has(item)).length;
  return {
    books,
    warnings: pages > 0 ? [...warnings, `${pages === 1 ? '1 page was' : `${pages} pages were`} left out.`] : warnings,
  };
}

/** Counts the published posts of each category, by its slug. */
function sizesOf(posts: readonly Item[]): ReadonlyMap<string, number> {
  const sizes = new Map<string, number>();
  for (const post of posts.filter(isPublic))
    for (const { slug } of categoriesOf(post)) sizes.set(slug, (sizes.get(slug) ?? 0) + 1);
  return sizes;
}

const categoriesOf = ({ terms }: Item) =>
  terms.filter(({ domain, slug }) => domain === 'category' && slug !== IGNORED_CATEGORY);

/**
 * Returns the book to which a post belongs. If the post has several categories, the one with the fewest posts is the
 * book, because others, such as "Chapters", contain several books. A category that is named like a volume is a part of
 * a book, which is its parent category.
 */
function placeOf(post: Item, sizes: ReadonlyMap<string, number>, wxr: Wxr): Placed | undefined {
  const names = new Map([...categoriesOf(post)].map(({ slug, name }) => [slug, plain(name)]));
  const size = (slug: string) => sizes.get(slug) ?? 0;
  const candidates = [...names].filter(([slug]) => size(slug) >= MIN_POSTS).toSorted((a, b) => size(a[0]) - size(b[0]));
  const [best] = candidates.filter(([, name]) => !isPart(name));
  const volume = [...names].find(([slug, name]) => isPart(name) && wxr.parents.get(slug));
  const parent = volume && wxr.parents.get(volume[0]);
  if (volume && parent)
    return { post, book: { slug: parent, name: names.get(parent) ?? nameOf(parent, wxr) }, part: volume[1] };
  if (best === undefined) return undefined;
  return { post, book: { slug: best[0], name: best[1] }, part: undefined };
}

const isPart = (name: string) => parseTitle(name, Number.POSITIVE_INFINITY)?.level === 'part';

const nameOf = (slug: string, { names }: Wxr) => plain(names.get(slug) ?? '') || wordsOf(slug);

/** Derives a category's name from its slug, for exports without the category. */
const wordsOf = (slug: string) =>
  slug.replaceAll('-', ' ').replaceAll(/(?<!\S)\p{Ll}/gu, (letter) => letter.toUpperCase());

function bookOfCategory(group: readonly Placed[], items: ReadonlyMap<string, Item>, wxr: Wxr): SiteBook {
  const { slug, name } = group[0]?.book ?? { slug: '', name: '' };
  const published = group.filter(({ post }) => isPublic(post));
  const thumbnail = published.map(({ post }) => thumbnailOf(post, items)).find((address) => address !== undefined);
  return {
    identifier: `wordpress:${wxr.site}#category-${slug}`,
    title: name,
    authors: mostFrequent(published.map(({ post }) => post.author)),
    language: wxr.language,
    description: wxr.descriptions.get(slug) ?? '',
    subjects: [...new Set(published.flatMap(({ post }) => termsOf(post, 'post_tag')))],
    posts: published.map(({ post, part }) => ({
      title: withoutBook(post.title, name),
      html: postHtml(post.content),
      part,
      addresses: addressesOf(post),
    })),
    addresses: slug === '' ? [] : [`/category/${slug}/`],
    cover: thumbnail,
    warnings: hiddenWarnings(group.map(({ post }) => post)),
  };
}

/** Removes the book's name from a chapter title: "The Raft – Chapter 3" becomes "Chapter 3". */
function withoutBook(title: string, book: string): string {
  if (!title.toLowerCase().startsWith(book.toLowerCase())) return title;
  return title.slice(book.length).replace(/^[\s:–—,|-]+/u, '') || title;
}

function mostFrequent(names: readonly string[]): string[] {
  const counts = [...Map.groupBy(names.filter(Boolean), (name) => name)].toSorted((a, b) => b[1].length - a[1].length);
  return counts.slice(0, 1).map(([name]) => name);
}
