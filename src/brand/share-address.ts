import { hash } from '#src/lib/hash.ts';

/** Maximum number of covers in an image. */
const MAX_COVERS = 4;

/** Version of the images' design. Increment it when the design changes. */
const LOOK = 1;

/** Books with covers, in the order of the image. */
type Books = readonly { readonly id: number; readonly cover: { readonly url: string } | null }[];

/**
 * The books whose covers the image shows: the first ones with a cover below the brand's prefix. Covers on other hosts
 * are not used.
 */
export const booksInPicture = <B extends Books[number]>(books: readonly B[]): B[] =>
  books.filter(({ cover }) => cover?.url.startsWith('/') === true).slice(0, MAX_COVERS);

/** Hash of what the image for these books shows, 10 hex digits, so that its URL changes with the covers. */
export const lookOf = (books: Books): string =>
  hash(JSON.stringify([LOOK, books.map(({ id, cover }) => [id, cover?.url])]), 10);
