import { hash } from '#src/lib/hash.ts';

/** Covers in a picture at most. */
const MOST_COVERS = 4;

/** Raised with what the pictures look like. */
const LOOK = 1;

/** Books with covers in the order of the picture. */
type Books = readonly { readonly id: number; readonly cover: { readonly url: string } | null }[];

/** The first books whose covers a picture shows: those that lie at the upstream, below the brand's prefix. */
export const booksInPicture = <B extends Books[number]>(books: readonly B[]): B[] =>
  books.filter(({ cover }) => cover?.url.startsWith('/') === true).slice(0, MOST_COVERS);

/** What the picture of these books looks like, as 10 hex digits: it has another address where a cover is another one. */
export const lookOf = (books: Books): string =>
  hash(JSON.stringify([LOOK, books.map(({ id, cover }) => [id, cover?.url])]), 10);
