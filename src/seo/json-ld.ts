/** JSON that is safe in a script element: escaped so that it can end neither the element nor a line. */
export function embeddableJson(value: unknown): string {
  return JSON.stringify(value).replaceAll(
    /[<>&\u2028\u2029]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

export type JsonLd = Readonly<Record<string, unknown>>;

const context = { '@context': 'https://schema.org' };

/** schema.org WebSite with its search. */
export const webSite = (name: string, origin: string, searchPath: string): JsonLd => ({
  ...context,
  '@type': 'WebSite',
  name,
  url: origin,
  potentialAction: {
    '@type': 'SearchAction',
    target: { '@type': 'EntryPoint', urlTemplate: `${origin}${searchPath}?q={search_term_string}` },
    'query-input': 'required name=search_term_string',
  },
});

/** schema.org BreadcrumbList; addresses are absolute. */
export const breadcrumbs = (trail: readonly { name: string; url: string }[]): JsonLd => ({
  ...context,
  '@type': 'BreadcrumbList',
  itemListElement: trail.map(({ name, url }, index) => ({ '@type': 'ListItem', position: index + 1, name, item: url })),
});

/** schema.org ItemList of a listing, numbered from `first`. */
export const itemList = (books: readonly { title: string; url: string }[], first: number): JsonLd => ({
  ...context,
  '@type': 'ItemList',
  itemListElement: books.map(({ title, url }, index) => ({
    '@type': 'ListItem',
    position: first + index,
    name: title,
    url,
  })),
});

export interface BookFacts {
  readonly title: string;
  readonly url: string;
  readonly author: { readonly name: string; readonly url: string };
  readonly description: string;
  readonly image: string | undefined;
  readonly language: string;
  readonly genre: string;
}

/** schema.org Book. */
export const bookLd = (book: BookFacts): JsonLd => ({
  ...context,
  '@type': 'Book',
  name: book.title,
  url: book.url,
  author: { '@type': 'Person', name: book.author.name, url: book.author.url },
  ...(book.description === '' ? {} : { description: book.description }),
  ...(book.image === undefined ? {} : { image: book.image }),
  inLanguage: book.language,
  genre: book.genre,
  bookFormat: 'https://schema.org/EBook',
});

/** schema.org Chapter. A locked one declares the part that is not free. */
export const chapterLd = (
  chapter: { title: string; number: number; url: string; free: boolean },
  book: { title: string; url: string },
): JsonLd => ({
  ...context,
  '@type': 'Chapter',
  name: chapter.title,
  position: chapter.number,
  url: chapter.url,
  isPartOf: { '@type': 'Book', name: book.title, url: book.url },
  isAccessibleForFree: chapter.free,
  ...(chapter.free
    ? {}
    : { hasPart: { '@type': 'WebPageElement', isAccessibleForFree: false, cssSelector: '.chapter-locked' } }),
});
