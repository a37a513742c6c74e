import { localeOfSection, placeOf } from '#src/contract/locales.ts';
import { hash } from '#src/lib/hash.ts';
import { stableJson } from '#src/lib/stable-json.ts';
import { withStorableTexts } from '#src/lib/storable-text.ts';
import { type ImportedBook, rewriteLinks, subjectTags } from '../epub/index.ts';
import type { ImportedImage } from '../epub/types.ts';
import { CHAPTER_NUMBER, type NewBook, type NewChapter } from '../store/records.ts';
import { checkSize } from './check-size.ts';
import { categoryOf, genresOf } from './classify.ts';
import {
  type MediaTarget,
  PictureError,
  pictureAttributes,
  type StoredPicture,
  storeCover,
  storePicture,
} from './store-images.ts';

/** Editorial weight (`hot`) of imported books: above that of most demo books, but below that of ranked demo books. */
const INITIAL_HOT = 5_000;
/** Part of each fingerprint. Increment it to let the next import update all books, even from unchanged files. */
const VERSION = 6;

export interface ImportTarget extends MediaTarget {
  /** The current time (RFC 3339, UTC). */
  readonly now: string;
  /**
   * The content section; if undefined, the book's language decides. If the language is only a guess, the book gets the
   * language of this section.
   */
  readonly section: number | undefined;
  /** Key of the stored book to replace; if undefined, the key is derived from the book's identifier. */
  readonly key?: string | undefined;
  /** Whether the source says that the book is complete; if undefined, the book's subjects decide. */
  readonly isFinished?: boolean | undefined;
  /** Called with the fraction of pictures that have been stored, up to 1. */
  onPicture?(share: number): void;
  /** Called with a warning for each picture that cannot be stored. */
  onLoss?(message: string): void;
}

/** Stores the pictures of a book, and returns its record for the store. */
export async function toNewBook(book: ImportedBook, target: ImportTarget): Promise<NewBook> {
  checkSize(book);
  const { now, section } = target;
  const tags = subjectTags(book.subjects);
  // FanFicFare adds the status of a story to its subjects.
  const isFinished = target.isFinished ?? !book.subjects.some((subject) => /^(?:in-progress|hiatus)$/i.test(subject));
  const place = placeOf({ section }, placeOf({ language: book.language }));
  const [category, genres] = [categoryOf(book.subjects, place.section), genresOf(book.subjects, place.section)];
  const cover = await newCover(book, target);
  const fields = {
    key: target.key ?? keyOf(book),
    ...place,
    title: book.title,
    author: { name: book.authors.join(', ') || UNKNOWN_AUTHOR, introduction: '' },
    category,
    subCategory: null,
    genres,
    tags,
    keywords: [],
    series: book.series ?? null,
    ...(book.alternativeTitles && { alternativeTitles: book.alternativeTitles }),
    ...(book.originalTitle !== undefined && { originalTitle: book.originalTitle }),
    ...(book.originalAuthor !== undefined && { originalAuthor: book.originalAuthor }),
    ...(book.originalLanguage !== undefined && { originalLanguage: book.originalLanguage }),
    status: isFinished ? ('finished' as const) : ('updating' as const),
    introduction: book.description,
    rating: null,
    hot: INITIAL_HOT,
    cover,
    source: null,
  };
  const chapters = await newChapters(book, target);
  const fingerprint = hash(stableJson([VERSION, book.fingerprint, fields]), 32);
  // Replaces characters that databases reject, so that the book can be imported.
  return withStorableTexts({ ...fields, fingerprint, publishedAt: now, updatedAt: now, chapters });
}

/** Author of books whose files name no author. */
export const UNKNOWN_AUTHOR = 'Unknown';

/** Returns the key of a book in the store. EPUB files and other files with the same identifier have different keys. */
export const keyOf = ({ identifier, isManuscript = false }: ImportedBook): string =>
  `${isManuscript ? 'text' : 'epub'}:${identifier}`;

async function newCover({ cover }: ImportedBook, target: ImportTarget): Promise<NewBook['cover']> {
  if (!cover) return null;
  try {
    return await storeCover(cover.bytes, target);
  } catch (error) {
    if (!(error instanceof PictureError)) throw error;
    target.onLoss?.(`The cover was left out: ${error.message}`);
    return null;
  }
}

async function newChapters(book: ImportedBook, target: ImportTarget): Promise<NewChapter[]> {
  const { now, onPicture } = target;
  const pictures = new Map<string, StoredPicture>();
  for (const [index, image] of book.images.entries()) {
    const picture = await storedOrLost(image, book, target);
    if (picture) pictures.set(image.id, picture);
    onPicture?.((index + 1) / book.images.length);
  }
  return book.chapters.map(({ title, part, kind, html, words }) => ({
    title,
    kind,
    words,
    part: part ?? null,
    price: null,
    freeFrom: null,
    updatedAt: now,
    html: rewriteLinks(withPictures(html, pictures), {
      image: () => '',
      chapter: (index) => `${CHAPTER_NUMBER}${index + 1}`,
    }),
  }));
}

/** Stores a picture of a chapter. Reports one that cannot be decoded, so that the rest of the book can be imported. */
async function storedOrLost(
  { id, read }: ImportedImage,
  { chapters }: ImportedBook,
  target: ImportTarget,
): Promise<StoredPicture | undefined> {
  try {
    return await storePicture(await read(), target);
  } catch (error) {
    if (!(error instanceof PictureError)) throw error;
    const chapter = chapters.find(({ html }) => html.includes(` src="epub-image:${id}"`));
    target.onLoss?.(`A picture in "${chapter?.title ?? ''}" was left out: ${error.message}`);
    return undefined;
  }
}

/** Matches a picture with its placeholder, and a paragraph or figure around it. */
const PICTURE =
  /(<(p|figure)(?: class="[^"]*")?>\s*)?<img(?:\s[\w-]+(?:="[^"]*")?)*? src="epub-image:([0-9a-f]+)"(?:\s[\w-]+(?:="[^"]*")?)*\s*\/?>(\s*<\/\2>)?/g;

/**
 * Replaces the placeholders of pictures in HTML with the URLs and sizes of the stored pictures. Removes pictures that are
 * not stored.
 */
const withPictures = (html: string, pictures: ReadonlyMap<string, StoredPicture>) =>
  html.replaceAll(PICTURE, (markup: string, before = '', tag = '', id = '', after = '') => {
    const picture = pictures.get(id);
    if (picture) return markup.replace(` src="epub-image:${id}"`, pictureAttributes(picture));
    return tag !== '' && after !== '' ? '' : before + after;
  });

export const isSection = (section: number) => localeOfSection(section) !== undefined;
