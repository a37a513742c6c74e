import type { AnyCall } from '#src/contract/call.ts';
import { authorHome, tagBooks } from '#src/contract/calls/list.ts';
import { bookSimilar, MAX_BOOKS_PER_CALL } from '#src/contract/calls/living-list.ts';
import { searchMulti } from '#src/contract/calls/search.ts';
import type { Book, BookDetail } from '#src/contract/entities/book.ts';
import type { TextKey } from '#src/i18n/keys.ts';
import type { Upstream } from '#src/shell/page/source.ts';
import type { Site } from '#src/shell/page/view.ts';

/** Maximum number of books that a novel page shows per list. */
export const RELATED_BOOKS = 8;

// One more book than shown is requested, because the list may contain the novel itself.
const pageSize = { page_size: RELATED_BOOKS + 1 };

/** A list of related books on the page of a novel. */
interface Definition<Reference> {
  /** Identifies the list in snapshots. */
  readonly name: string;
  /** Heading of the list. The text may contain `{{name}}`, which is replaced with the subject. */
  readonly title: TextKey;
  /** The call that returns the list. */
  readonly call: AnyCall;
  /**
   * What the list depends on, such as the first tag of the book; undefined if the book has no such list. A night
   * requests the list once for all books with the same reference. It is stored as JSON.
   */
  readonly reference: (book: BookDetail) => Reference | undefined;
  /** Requests the first books. The result may contain the novel itself. */
  readonly load: (reference: Reference, upstream: Upstream) => Promise<readonly Book[]>;
  /** Does the same as `load` for several references, at most `MAX_BOOKS_PER_CALL`, with one call. */
  readonly loadMany?: (references: readonly Reference[], upstream: Upstream) => Promise<readonly (readonly Book[])[]>;
  /** Whether only brands with living lists have it (docs/operate/analytics.md#living-lists). */
  readonly isLiving?: boolean;
  /** Name from the content for the heading. */
  readonly subject?: (book: BookDetail) => string;
  /** Address of a page with more books. */
  readonly more?: (book: BookDetail, site: Site) => string;
}

export type RelatedList = Definition<unknown>;

const relatedList = <Reference>(definition: Definition<Reference>): RelatedList =>
  ({
    ...definition,
    load: (reference, upstream) => definition.load(reference as Reference, upstream),
  }) as RelatedList;

/**
 * The lists of related books on the page of a novel, in the order of the page. Pages rendered on request, snapshots and
 * prerendered pages use this table.
 */
export const RELATED_LISTS: readonly RelatedList[] = [
  relatedList({
    name: 'author',
    title: 'novel:others',
    call: authorHome,
    reference: ({ author }) => author,
    load: async ({ id }, upstream) =>
      (await upstream.call(authorHome, { author_id: id, ...pageSize })).data.books.items,
    subject: ({ author }) => author.name,
    more: ({ author }, { paths }) => paths.author(author),
  }),
  relatedList({
    name: 'readers',
    title: 'novel:readers-also',
    call: bookSimilar,
    isLiving: true,
    reference: ({ id }) => id,
    load: async (id, upstream) => (await similarBooks([id], upstream))[0] ?? [],
    loadMany: similarBooks,
  }),
  relatedList({
    name: 'tag',
    title: 'novel:similar',
    call: tagBooks,
    reference: ({ tags }) => tags[0],
    async load({ id, name }, upstream) {
      const ofTag = await upstream.call(tagBooks, { tag_id: id, ...pageSize });
      if (!upstream.lacks(tagBooks)) return ofTag.data.items;
      return (await upstream.call(searchMulti, { keyword: name, ...pageSize })).data.books.items;
    },
    more: ({ category }, { paths }) => paths.category(category.name),
  }),
];

/** The lists that the brand's pages show. @param hasLivingLists the field `livingLists` of the brand */
export const relatedListsOf = (hasLivingLists: boolean | undefined): readonly RelatedList[] =>
  RELATED_LISTS.filter(({ isLiving }) => isLiving !== true || hasLivingLists === true);

/** Maximum number of references that `loadMany` accepts. */
export const MAX_REFERENCES = MAX_BOOKS_PER_CALL;

async function similarBooks(ids: readonly number[], upstream: Upstream): Promise<readonly (readonly Book[])[]> {
  const { items } = (await upstream.call(bookSimilar, { ids: ids.join(), limit: RELATED_BOOKS })).data;
  const lists = new Map(items.map(({ id, books }) => [id, books]));
  return ids.map((id) => lists.get(id) ?? []);
}

/** Requests all lists of related books for the page of a novel, by name. */
export async function loadRelatedBooks(
  book: BookDetail,
  upstream: Upstream,
  site: Pick<Site, 'brand'>,
): Promise<Record<string, readonly Book[]>> {
  const lists = relatedListsOf(site.brand.livingLists).map(async ({ name, reference, load }) => {
    const value = reference(book);
    return [name, value === undefined ? [] : await load(value, upstream)] as const;
  });
  return Object.fromEntries(await Promise.all(lists));
}
