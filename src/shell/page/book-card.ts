import type { Book, Cover, Reference } from '#src/contract/entities/book.ts';
import { memoizePair } from '#src/lib/memoize.ts';
import { excerpt } from '#src/lib/text.ts';
import type { BookCard, LinkModel } from './models.ts';
import type { Site } from './view.ts';

const INTRODUCTION_LENGTH = 200;
const CARD_TAGS = 3;

/** Cached per site and book object. A source returns the same object for a book in every list. */
const cardOnce = memoizePair(cardOf);

/** The card that every listing shows for a book. */
export const bookCard = (book: Book, site: Site): BookCard => cardOnce(site, book);

const cards = new WeakSet<object>();

/** Whether the value is a card created by this module. All page models that contain a book share its card. */
export const isBookCard = (value: unknown): value is BookCard =>
  typeof value === 'object' && value !== null && cards.has(value);

function cardOf(site: Site, book: Book): BookCard {
  const card = {
    id: book.id,
    title: book.title,
    language: book.language,
    href: site.paths.novel(book),
    author: book.author.name,
    authorHref: site.paths.author(book.author),
    cover: coverModel(book.cover, site),
    finished: book.status === 'finished',
    introduction: excerpt(book.introduction, INTRODUCTION_LENGTH),
    category: book.category.name,
    rating: book.rating,
    ratingCount: book.rating_count ?? null,
    tags: book.tags.slice(0, CARD_TAGS).map((tag) => tagLink(tag, site)),
    tagIds: book.tags.map(({ id }) => id),
  };
  cards.add(card);
  return card;
}

export const tagLink = (tag: Reference, site: Site): LinkModel => ({ name: tag.name, href: site.paths.tag(tag) });

/** The cover with an address that browsers can fetch. */
export function coverModel(cover: Cover | null, site: Site): Cover | null {
  return cover && { ...cover, url: mediaUrl(cover.url, site) };
}

/** Adds the brand's API prefix to a path. An https address is unchanged. */
export function mediaUrl(url: string, site: Site): string {
  return url.startsWith('/') ? site.brand.apiPrefix + url : url;
}
