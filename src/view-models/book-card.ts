import type { Book, Cover, Reference } from '#src/contract/entities/book.ts';
import { memoizePair } from '#src/lib/memoize.ts';
import { excerpt } from '#src/lib/text.ts';
import type { BookCard, LinkModel } from './models.ts';
import type { Site } from './view.ts';

const INTRODUCTION_LENGTH = 200;
const CARD_TAGS = 3;

/** Books stand in many lists, and a source gives the same object for each: its card is made once per site. */
const cardOnce = memoizePair(cardOf);

/** A book as every listing shows it. */
export const bookCard = (book: Book, site: Site): BookCard => cardOnce(site, book);

const cards = new WeakSet<object>();

/** Whether it is the very card that all models with this book share. */
export const isBookCard = (value: unknown): value is BookCard =>
  typeof value === 'object' && value !== null && cards.has(value);

function cardOf(site: Site, book: Book): BookCard {
  const card = {
    id: book.id,
    title: book.title,
    href: site.paths.novel(book),
    author: book.author.name,
    authorHref: site.paths.author(book.author),
    cover: coverModel(book.cover, site),
    finished: book.status === 'finished',
    introduction: excerpt(book.introduction, INTRODUCTION_LENGTH),
    category: book.category.name,
    rating: book.rating,
    tags: book.tags.slice(0, CARD_TAGS).map((tag) => tagLink(tag, site)),
    tagIds: book.tags.map(({ id }) => id),
  };
  cards.add(card);
  return card;
}

export const tagLink = (tag: Reference, site: Site): LinkModel => ({ name: tag.name, href: site.paths.tag(tag) });

/** A cover whose address the browser can ask for. */
export function coverModel(cover: Cover | null, site: Site): Cover | null {
  return cover && { ...cover, url: mediaUrl(cover.url, site) };
}

/** A path below the prefix gets the brand's prefix; an https address stays. */
export function mediaUrl(url: string, site: Site): string {
  return url.startsWith('/') ? site.brand.apiPrefix + url : url;
}
