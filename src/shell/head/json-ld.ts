import type {
  Article,
  Book,
  BreadcrumbList,
  CollectionPage,
  ItemList,
  Organization,
  ProfilePage,
  SearchAction,
  WebSite,
  WithContext,
} from 'schema-dts';

/** JSON for a script element, escaped so that no text can end the element or start a new line. */
export function embeddableJson(value: unknown): string {
  return JSON.stringify(value).replaceAll(
    /[<>&\u2028\u2029]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

/**
 * Structured data (schema.org). The functions below only take values that the page shows, so that the structured data
 * never claims more than the page. All addresses are absolute.
 */
export type JsonLd = object;

const context = { '@context': 'https://schema.org' } as const;

/** An entry of a list or breadcrumb. */
export interface NamedUrl {
  readonly name: string;
  readonly url: string;
}

/** A search action with a property that search engines require but the type lacks. */
type SearchOfSite = SearchAction & { readonly 'query-input': string };

/** The site and its search page. */
export function webSiteLd(name: string, origin: string, searchPath: string): WithContext<WebSite> {
  const search: SearchOfSite = {
    '@type': 'SearchAction',
    target: { '@type': 'EntryPoint', urlTemplate: `${origin}${searchPath}?q={search_term_string}` },
    'query-input': 'required name=search_term_string',
  };
  return { ...context, '@type': 'WebSite', name, url: origin, potentialAction: search };
}

/** The publisher of the site. */
export const organizationLd = (name: string, origin: string, logo: string): WithContext<Organization> => ({
  ...context,
  '@type': 'Organization',
  name,
  url: origin,
  logo,
});

export const breadcrumbLd = (steps: readonly NamedUrl[]): WithContext<BreadcrumbList> => ({
  ...context,
  '@type': 'BreadcrumbList',
  itemListElement: steps.map(({ name, url }, index) => ({ '@type': 'ListItem', position: index + 1, name, item: url })),
});

/** A page that lists books or other pages, numbered from `first`. */
export const collectionLd = (
  page: NamedUrl,
  items: readonly NamedUrl[],
  first: number,
): WithContext<CollectionPage> => ({
  ...context,
  '@type': 'CollectionPage',
  ...page,
  ...(items.length > 0 && { mainEntity: itemList(items, first) }),
});

/** A list of books on a page that is not itself a list. */
export const itemListLd = (items: readonly NamedUrl[], first: number): WithContext<ItemList> => ({
  ...context,
  ...itemList(items, first),
});

const itemList = (items: readonly NamedUrl[], first: number) => ({
  '@type': 'ItemList' as const,
  numberOfItems: items.length,
  itemListElement: items.map(({ name, url }, index) => ({
    '@type': 'ListItem' as const,
    position: first + index,
    name,
    url,
  })),
});

export interface AuthorFacts extends NamedUrl {
  readonly description: string;
  readonly image: string | undefined;
}

/** The page of an author, who is described as a person. */
export const profileLd = ({ name, url, description, image }: AuthorFacts): WithContext<ProfilePage> => ({
  ...context,
  '@type': 'ProfilePage',
  url,
  mainEntity: {
    '@type': 'Person',
    name,
    url,
    ...(description !== '' && { description }),
    ...(image !== undefined && { image }),
  },
});

export interface BookFacts extends NamedUrl {
  readonly author: NamedUrl;
  readonly description: string;
  readonly image: string | undefined;
  readonly language: string;
  readonly genre: string;
  readonly alternateNames: readonly string[];
  /** What a translated book was before its translation. */
  readonly original: {
    readonly title: string | null;
    readonly author: string | null;
    readonly language: string | null;
  } | null;
  /** The other editions of the same work. */
  readonly editions: readonly (NamedUrl & { readonly language: string })[];
  /** The average rating and the number of ratings; null if there is none or the number is unknown. */
  readonly rating: { readonly value: number; readonly count: number } | null;
}

export const bookLd = ({
  name,
  url,
  author,
  description,
  image,
  language,
  genre,
  alternateNames,
  original,
  editions,
  rating,
}: BookFacts): WithContext<Book> => ({
  ...context,
  '@type': 'Book',
  name,
  url,
  author: { '@type': 'Person', ...author },
  ...(description !== '' && { description }),
  ...(image !== undefined && { image }),
  inLanguage: language,
  genre,
  ...(alternateNames.length > 0 && { alternateName: alternateNames }),
  ...(original && { translationOfWork: originalLd(original) }),
  ...(editions.length > 0 && { exampleOfWork: workLd(original?.title ?? name, editions) }),
  bookFormat: 'https://schema.org/EBook',
  ...(rating && {
    aggregateRating: {
      '@type': 'AggregateRating',
      ratingValue: rating.value,
      ratingCount: rating.count,
      bestRating: 5,
    },
  }),
});

/** The work before its translation. It has no page, so it is not described as a book. */
const originalLd = ({ title, author, language }: NonNullable<BookFacts['original']>) => ({
  '@type': 'CreativeWork' as const,
  ...(title !== null && { name: title }),
  ...(author !== null && { author: { '@type': 'Person' as const, name: author } }),
  ...(language !== null && { inLanguage: language }),
});

const workLd = (name: string, editions: BookFacts['editions']) => ({
  '@type': 'CreativeWork' as const,
  name,
  workExample: editions.map(({ name: title, url, language }) => ({
    '@type': 'CreativeWork' as const,
    name: title,
    url,
    inLanguage: language,
  })),
});

export interface ChapterFacts extends NamedUrl {
  readonly number: number;
  readonly book: NamedUrl;
  readonly author: NamedUrl;
  /** Time of the text's last change, RFC 3339. */
  readonly modified: string;
  readonly language: string;
  readonly image: string | undefined;
  readonly free: boolean;
  /** CSS selector of the element that represents the paid part. */
  readonly lockedPart: string | undefined;
}

/** A chapter. For a paid chapter, the data names the element that represents the paid part. */
export const chapterLd = ({
  name,
  url,
  number,
  book,
  author,
  modified,
  language,
  image,
  free,
  lockedPart,
}: ChapterFacts): WithContext<Article> => ({
  ...context,
  '@type': 'Article',
  headline: name,
  url,
  position: number,
  author: { '@type': 'Person', ...author },
  dateModified: modified,
  isPartOf: { '@type': 'Book', ...book },
  inLanguage: language,
  ...(image !== undefined && { image }),
  isAccessibleForFree: free,
  ...(lockedPart !== undefined && {
    hasPart: { '@type': 'WebPageElement', isAccessibleForFree: false, cssSelector: lockedPart },
  }),
});
