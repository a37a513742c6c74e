import { LOCALES } from '#src/contract/locales.ts';
import { fold } from '#src/lib/fold-letters.ts';
import type { Database, Row } from '../database.ts';
import { isOneOfNumbers, isOneOfTexts, matches } from '../dialects.ts';
import { isOneEditApart } from '../edit-distance.ts';
import { type Sql, sql } from '../sql.ts';
import { allWords, queryWords } from './search-terms.ts';

/** A book that the store may already contain. */
export interface SoughtBook {
  readonly key: string;
  readonly title: string;
  /** Name of the author; '' if unknown. */
  readonly author: string;
  /** Hashes of the first lines of its first chapters (../beginnings.ts). */
  readonly beginnings: readonly string[];
}

export interface ResemblingBook {
  readonly bookId: number;
  readonly key: string;
  readonly title: string;
  readonly author: string;
  /** The strongest reason: the same identifier, the same title and author, or the same beginning. */
  readonly by: 'key' | 'title' | 'text';
  /** All reasons, as shown to the operator. */
  readonly why: string;
  /** Whether the first lines of a chapter are the same. */
  readonly hasSameText: boolean;
}

/** Separates the key of a book from the number of a further edition with this key. */
export const EDITION = '#edition-';

const MAX_RESULTS = 10;
const MAX_CANDIDATES = 300;
/**
 * Maximum number of books with the same first lines. If there are more, the lines do not identify a book. They may be a
 * greeting of the translator.
 */
const MAX_BOOKS_PER_BEGINNING = 3;
/** All sections. A hidden book has the negated number of its section. */
const SECTIONS = [...new Set(Object.values(LOCALES).flatMap(({ section }) => [section, -section]))];

type Candidate = Row & { id: number; key: string; title: string; author_name: string };

const COLUMNS = sql`b.id, b.key, b.title, b.author_name`;

/**
 * Finds the stored books that a book resembles, including hidden books and books of other sections. Each query uses an
 * index.
 */
export async function resemblingBooks(database: Database, sought: SoughtBook): Promise<ResemblingBook[]> {
  const candidates = (condition: Sql) => database.all<Candidate>(sql`SELECT ${COLUMNS} FROM books b ${condition}`);
  const byKey = await candidates(
    sql`WHERE ${isOneOfTexts(sql`b.key`, keysLike(sought.key))}
      OR (b.key >= ${sought.key + EDITION} AND b.key < ${sought.key + after(EDITION)}) ORDER BY b.id LIMIT ${MAX_CANDIDATES}`,
  );
  const start = fold(mainTitle(sought.title));
  const byTitle = await candidates(
    sql`WHERE ${isOneOfNumbers(sql`b.section`, SECTIONS)} AND b.title_key >= ${start} AND b.title_key < ${`${start}\u{10ffff}`}
      ORDER BY b.title_key, b.id LIMIT ${MAX_CANDIDATES}`,
  );
  const words = queryWords(withoutArticle(mainTitle(sought.title)));
  // Finds titles that differ in punctuation or in the article.
  const byWords =
    words.length === 0
      ? []
      : await candidates(
          sql`WHERE b.id IN (SELECT rowid FROM book_search WHERE ${matches('book_search', allWords(words), 'title')} LIMIT ${MAX_CANDIDATES})
            ORDER BY b.id`,
        );
  const byAuthor = await candidates(
    sql`JOIN authors a ON a.id = b.author_id
      WHERE ${isOneOfNumbers(sql`a.section`, SECTIONS)} AND a.name = ${sought.author} ORDER BY b.id LIMIT ${MAX_CANDIDATES}`,
  );
  const byText: Candidate[] = [];
  for (const hash of sought.beginnings) {
    const books = await candidates(
      sql`JOIN book_beginnings s ON s.book_id = b.id WHERE s.hash = ${hash} ORDER BY b.id LIMIT ${MAX_BOOKS_PER_BEGINNING + 1}`,
    );
    if (books.length <= MAX_BOOKS_PER_BEGINNING) byText.push(...books);
  }

  const byId = new Map<number, ResemblingBook>();
  const add = ({ id, key, title, author_name: author }: Candidate, by: ResemblingBook['by'], reason: string) => {
    const old = byId.get(id);
    if (old?.why.includes(reason)) return;
    if (old) byId.set(id, { ...old, why: `${old.why} ${reason}`, hasSameText: old.hasSameText || by === 'text' });
    else byId.set(id, { bookId: id, key, title, author, by, why: reason, hasSameText: by === 'text' });
  };
  for (const candidate of byKey) add(candidate, 'key', 'It has the same identifier.');
  for (const one of [...byTitle, ...byWords, ...byAuthor]) {
    const reason = reasonOf(sought, one);
    if (reason !== undefined) add(one, 'title', reason);
  }
  for (const one of byText) add(one, 'text', 'It begins with the same text.');
  return [...byId.values()].slice(0, MAX_RESULTS);
}

/** Returns a text that sorts after all texts that begin with `start`. */
const after = (start: string) => start.slice(0, -1) + String.fromCharCode(start.charCodeAt(start.length - 1) + 1);

/** Returns a key, and the key of a file of the other kind (EPUB or text) with the same identifier. */
function keysLike(key: string): string[] {
  const [, kind = '', identifier = ''] = /^(text|epub):(.*)$/s.exec(key) ?? [];
  return kind === '' ? [key] : [key, `${kind === 'text' ? 'epub' : 'text'}:${identifier}`];
}

/** Returns a title without its subtitle. */
function mainTitle(title: string): string {
  const [, main = title] = /^(.{3,}?)\s*(?:[:：(（[【—–]|\s-\s)/u.exec(title) ?? [];
  return main.trim();
}

const compact = (text: string) => fold(text).replaceAll(/[^\p{L}\p{N}]+/gu, '');
const withoutArticle = (title: string) => title.replace(/^(?:the|an?|der|die|das|le|la|les|el|los|las)\s+/i, '');
/** Returns the numbers in a title. Volume numbers distinguish the books of a series. */
const numbersIn = (title: string) => (fold(title).match(/\p{N}+|\b[ivxlc]+\b/gu) ?? []).join(' ');
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u;
/** Minimum length of titles that may differ by a typo. Shorter titles of different books may differ by one letter. */
const MIN_LETTERS_FOR_TYPO = 8;

function titleMatch(one: string, other: string): 'same' | 'similar' | undefined {
  const [a, b] = [one, other].map((title) => compact(withoutArticle(title)));
  if (a === undefined || b === undefined || a === '' || numbersIn(one) !== numbersIn(other)) return undefined;
  if (a === b) return 'same';
  const [mainA, mainB] = [one, other].map((title) => compact(withoutArticle(mainTitle(title))));
  // Titles with different subtitles are books of a series.
  if (mainA === mainB && (mainA === a || mainB === b)) return 'similar';
  const mayBeTypo = Math.min(a.length, b.length) >= MIN_LETTERS_FOR_TYPO && !UNSPACED.test(a);
  return mayBeTypo && isOneEditApart(a, b) ? 'similar' : undefined;
}

const isUnknown = (author: string) => /^(?:unknown|anonymous|anon\.?|various|佚名|)$/iu.test(author.trim());

function isSameAuthor(one: string, other: string): boolean {
  if (compact(one) === compact(other)) return true;
  const words = (name: string) => (fold(name).match(/[\p{L}\p{N}]+/gu) ?? []).filter((word) => word.length > 2);
  const others = new Set(words(other));
  return words(one).some((word) => others.has(word));
}

function reasonOf({ title, author }: SoughtBook, book: Candidate): string | undefined {
  const match = titleMatch(title, book.title);
  if (match === undefined) return undefined;
  if (isUnknown(author) || isUnknown(book.author_name))
    return match === 'same' ? 'It has the same title, and one of them names no author.' : undefined;
  if (!isSameAuthor(author, book.author_name)) return undefined;
  return match === 'same' ? 'It has the same title and author.' : 'It has a similar title and the same author.';
}
