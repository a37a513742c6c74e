import { fold } from '#src/lib/fold-letters.ts';
import { deletions } from '../edit-distance.ts';
import { NAME_KIND, nameSearchRow } from '../name-search-row.ts';
import { toIndexText, tokenize } from '../tokenize.ts';
import type { Transaction } from './transaction.ts';

type IdRow = { id: number };

/** @returns the id of the tag, genre or keyword with this name, making it where it is missing. */
export function nameId(
  transaction: Transaction,
  table: 'tags' | 'genres' | 'keywords',
  section: number,
  name: string,
): number {
  return remembered(transaction, `${table} ${section} ${name}`, () => {
    const known = transaction.database.get<IdRow>(
      `SELECT id FROM ${table} WHERE section = ? AND name = ?`,
      section,
      name,
    );
    return known?.id ?? ADD[table](transaction, section, name);
  });
}

const ADD = { tags: addTag, genres: addGenre, keywords: addKeyword };

function remembered(transaction: Transaction, key: string, find: () => number): number {
  const id = transaction.ids.get(key) ?? find();
  transaction.ids.set(key, id);
  return id;
}

function addTag(transaction: Transaction, section: number, name: string): number {
  const sql = 'INSERT INTO tags (section, name, name_key, updated_at, seq) VALUES (?, ?, ?, ?, ?)';
  const { id } = transaction.database.run(sql, section, name, fold(name), transaction.now(), transaction.nextSeq());
  indexName(transaction, 'tag', section, id, name);
  return id;
}

function addKeyword(transaction: Transaction, section: number, name: string): number {
  const sql = 'INSERT INTO keywords (section, name, name_key, updated_at, seq) VALUES (?, ?, ?, ?, ?)';
  const { id } = transaction.database.run(sql, section, name, fold(name), transaction.now(), transaction.nextSeq());
  indexName(transaction, 'keyword', section, id, name);
  return id;
}

function addGenre(transaction: Transaction, section: number, name: string): number {
  const sql = `INSERT INTO genres (section, name, introduction, updated_at) VALUES (?, ?, '', ?)`;
  return transaction.database.run(sql, section, name, transaction.now()).id;
}

export function indexName(
  transaction: Transaction,
  kind: keyof typeof NAME_KIND,
  section: number,
  id: number,
  name: string,
): void {
  transaction.database.run(
    'INSERT INTO name_search (rowid, name) VALUES (?, ?)',
    nameSearchRow(NAME_KIND[kind], id),
    toIndexText(name),
  );
  putTerms(transaction, section, name);
}

/** A keyword put by itself stays, with or without books. */
export function putKeyword(transaction: Transaction, { section, name }: { section: number; name: string }): number {
  const id = nameId(transaction, 'keywords', section, name);
  transaction.database.run('UPDATE keywords SET kept = 1 WHERE id = ? AND kept = 0', id);
  return id;
}

/** @returns the id of the category, or of one part of it where `sub` is not empty. */
export function categoryId(transaction: Transaction, section: number, name: string, sub: string): number {
  return remembered(transaction, `categories ${section} ${name}\n${sub}`, () => {
    const where = 'SELECT id FROM categories WHERE section = ? AND name = ? AND sub_name = ?';
    const known = transaction.database.get<IdRow>(where, section, name, sub);
    return (
      known?.id ??
      transaction.database.run('INSERT INTO categories (section, name, sub_name) VALUES (?, ?, ?)', section, name, sub)
        .id
    );
  });
}

const MIN_LENGTH = 4;
const MAX_LENGTH = 24;

/** Makes the words of a title or name known to spelling corrections. */
export function putTerms(transaction: Transaction, section: number, text: string): void {
  for (const word of tokenize(text)) {
    const seen = `${section} ${word}`;
    if (word.length < MIN_LENGTH || word.length > MAX_LENGTH || word.includes(' ') || transaction.terms.has(seen))
      continue;
    transaction.terms.add(seen);
    putTerm(transaction, section, word);
  }
}

function putTerm({ database }: Transaction, section: number, term: string): void {
  const sql = 'INSERT OR IGNORE INTO term_variants (section, variant, term) VALUES (?, ?, ?)';
  if (database.run(sql, section, term, term).changes === 0) return;
  for (const variant of deletions(term)) database.run(sql, section, variant, term);
}
