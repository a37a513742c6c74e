import { fold } from '#src/lib/fold-letters.ts';
import { deletions } from '../edit-distance.ts';
import { NAME_KIND, nameSearchRow } from '../name-search-row.ts';
import { toIndexText, tokenize } from '../tokenize.ts';
import type { Transaction } from './transaction.ts';

type IdRow = { id: number };

/** @returns the id of the tag, genre or keyword with this name, making it where it is missing. */
export async function nameId(
  transaction: Transaction,
  table: 'tags' | 'genres' | 'keywords',
  section: number,
  name: string,
): Promise<number> {
  return remembered(transaction, `${table} ${section} ${name}`, async () => {
    const known = await transaction.database.get<IdRow>(
      `SELECT id FROM ${table} WHERE section = ? AND name = ?`,
      section,
      name,
    );
    return known?.id ?? (await ADD[table](transaction, section, name));
  });
}

const ADD = { tags: addNamed('tag'), genres: addGenre, keywords: addNamed('keyword') };

async function remembered(transaction: Transaction, key: string, find: () => Promise<number>): Promise<number> {
  const id = transaction.ids.get(key) ?? (await find());
  transaction.ids.set(key, id);
  return id;
}

function addNamed(kind: 'tag' | 'keyword') {
  return async (transaction: Transaction, section: number, name: string): Promise<number> => {
    const sql = `INSERT INTO ${kind}s (section, name, name_key, updated_at, seq) VALUES (?, ?, ?, ?, ?)`;
    const values = [section, name, fold(name), transaction.now(), transaction.nextSeq()];
    const { id } = await transaction.database.run(sql, ...values);
    await indexName(transaction, kind, section, id, name);
    return id;
  };
}

async function addGenre(transaction: Transaction, section: number, name: string): Promise<number> {
  const sql = `INSERT INTO genres (section, name, introduction, updated_at) VALUES (?, ?, '', ?)`;
  return (await transaction.database.run(sql, section, name, transaction.now())).id;
}

export async function indexName(
  transaction: Transaction,
  kind: keyof typeof NAME_KIND,
  section: number,
  id: number,
  name: string,
): Promise<void> {
  await transaction.database.run(
    'INSERT INTO name_search (rowid, name) VALUES (?, ?)',
    nameSearchRow(NAME_KIND[kind], id),
    toIndexText(name),
  );
  await putTerms(transaction, section, name);
}

/** A keyword put by itself stays, with or without books. */
export async function putKeyword(
  transaction: Transaction,
  { section, name }: { section: number; name: string },
): Promise<number> {
  const id = await nameId(transaction, 'keywords', section, name);
  await transaction.database.run('UPDATE keywords SET kept = 1 WHERE id = ? AND kept = 0', id);
  return id;
}

/** @returns the id of the category, or of one part of it where `sub` is not empty. */
export async function categoryId(
  transaction: Transaction,
  section: number,
  name: string,
  sub: string,
): Promise<number> {
  return remembered(transaction, `categories ${section} ${name}\n${sub}`, async () => {
    const where = 'SELECT id FROM categories WHERE section = ? AND name = ? AND sub_name = ?';
    const known = await transaction.database.get<IdRow>(where, section, name, sub);
    return (
      known?.id ??
      (
        await transaction.database.run(
          'INSERT INTO categories (section, name, sub_name) VALUES (?, ?, ?)',
          section,
          name,
          sub,
        )
      ).id
    );
  });
}

const MIN_LENGTH = 4;
const MAX_LENGTH = 24;

/** Makes the words of a title or name known to spelling corrections. */
export async function putTerms(transaction: Transaction, section: number, text: string): Promise<void> {
  for (const word of tokenize(text)) {
    const seen = `${section} ${word}`;
    if (word.length < MIN_LENGTH || word.length > MAX_LENGTH || word.includes(' ') || transaction.terms.has(seen))
      continue;
    transaction.terms.add(seen);
    await putTerm(transaction, section, word);
  }
}

async function putTerm({ database }: Transaction, section: number, term: string): Promise<void> {
  const sql = 'INSERT INTO term_variants (section, variant, term) VALUES (?, ?, ?) ON CONFLICT DO NOTHING';
  if ((await database.run(sql, section, term, term)).changes === 0) return;
  for (const variant of deletions(term)) await database.run(sql, section, variant, term);
}
