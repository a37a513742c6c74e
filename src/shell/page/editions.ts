import { bookEditions } from '#src/contract/calls/book.ts';
import type { Book, BookDetail, Edition } from '#src/contract/entities/book.ts';
import { LOCALES, type LocaleCode, localeOfSection } from '#src/contract/locales.ts';
import { createPaths } from '#src/routes/paths.ts';
import { canonicalOwner } from './canonical-owner.ts';
import type { Upstream } from './source.ts';
import type { Site } from './view.ts';

/** A link to the same work in another of the brand's languages. */
export interface EditionLink {
  readonly code: LocaleCode;
  readonly title: string;
  /** BCP 47 tag of the title. */
  readonly language: string;
  /** The corresponding chapter, or else the page of the book. */
  readonly href: string;
  /** Whether both pages name each other as the same page in another language (hreflang). */
  readonly isAlternate: boolean;
}

/**
 * Requests the other editions of a book; none if it belongs to no work, or if the upstream lacks the call.
 * @param chapter id of a chapter, to get the corresponding chapters
 */
export async function loadEditions(
  { id, work }: Pick<BookDetail, 'id' | 'work'>,
  chapter: number | undefined,
  upstream: Upstream,
): Promise<readonly Edition[]> {
  if (work == null) return [];
  const ofChapter = chapter === undefined ? {} : { chapter_id: chapter };
  return (await upstream.call(bookEditions, { book_id: id, ...ofChapter })).data.items;
}

/**
 * Returns a link for each other language of the brand that has an edition, in the order of the brand's languages. If a
 * language has several editions, the one with the lowest id is linked. Only these editions have alternates, because a
 * page may have only one alternate per language, and both must link to each other. For the same reason, both must be
 * canonical on this brand.
 * @param chapter whether the links are for a chapter: only corresponding chapters are alternates
 */
export function editionLinks(
  book: Pick<Book, 'id' | 'brands'>,
  editions: readonly Edition[],
  site: Site,
  chapter: boolean,
): readonly EditionLink[] {
  const firstOf = (code: LocaleCode) =>
    editions
      .filter(({ section }) => localeOfSection(section)?.code === code)
      .reduce<Edition | undefined>((first, edition) => (first && first.id < edition.id ? first : edition), undefined);
  const { brand, locale } = site;
  const sameLanguage = firstOf(locale.code);
  const hasAlternates =
    canonicalOwner(book, site) === null && (sameLanguage === undefined || sameLanguage.id > book.id);
  return brand.locales.flatMap((code) => {
    const edition = code === locale.code ? undefined : firstOf(code);
    if (!edition) return [];
    const paths = createPaths(code);
    const { id, title, chapter_id: chapterId, language = LOCALES[code].tag } = edition;
    const isCanonical = canonicalOwner(edition, { ...site, locale: LOCALES[code] }) === null;
    return {
      code,
      title,
      language,
      href: chapterId === null ? paths.novel(edition) : paths.reader(id, chapterId),
      isAlternate: hasAlternates && isCanonical && (chapterId !== null) === chapter,
    };
  });
}
