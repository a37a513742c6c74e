import { fold } from '#src/lib/fold-letters.ts';
import { deletions } from '../edit-distance.ts';
import { insertInto, insertRow } from '../insert.ts';
import { NAME_KIND, nameSearchRow } from '../name-search-row.ts';
import { raw, sql } from '../sql.ts';
import { toIndexText, tokenize } from '../tokenize.ts';
import type { Transaction } from './transaction.ts';

type IdRow = { id: number };

/**
 * Returns the id of the tag, genre or keyword with this name, which is added if missing.
 * @param restoredId id of the name before it was deleted, which an added name gets
 */
export async function nameId(
  transaction: Transaction,
  table: 'tags' | 'genres' | 'keywords',
  section: number,
  name: string,
  restoredId?: number,
): Promise<number> {
  return cachedId(transaction, `${table} ${section} ${name}`, async () => {
    const query = sql`SELECT id FROM ${raw(table)} WHERE section = ${section} AND name = ${name}`;
    const stored = await transaction.database.get<IdRow>(query);
    if (stored) return stored.id;
    const isFree =
      restoredId !== undefined &&
      !(await transaction.database.get(sql`SELECT 1 FROM ${raw(table)} WHERE id = ${restoredId}`));
    return ADD[table](transaction, section, name, isFree ? { id: restoredId } : {});
  });
}

/** The id of a name that was deleted and is restored; empty for a new name. */
type RestoredId = { readonly id?: number };

const ADD = { tags: addNamed('tag'), genres: addGenre, keywords: addNamed('keyword') };

async function cachedId(transaction: Transaction, key: string, find: () => Promise<number>): Promise<number> {
  const id = transaction.ids.get(key) ?? (await find());
  transaction.ids.set(key, id);
  return id;
}

function addNamed(kind: 'tag' | 'keyword') {
  return async (transaction: Transaction, section: number, name: string, restored: RestoredId): Promise<number> => {
    const row = {
      ...restored,
      section,
      name,
      name_key: fold(name),
      updated_at: transaction.now(),
      seq: transaction.nextSeq(),
    };
    const id = await insertRow(transaction.database, `${kind}s`, row);
    await indexName(transaction, kind, section, id, name);
    return id;
  };
}

async function addGenre(
  transaction: Transaction,
  section: number,
  name: string,
  restored: RestoredId,
): Promise<number> {
  return insertRow(transaction.database, 'genres', {
    ...restored,
    section,
    name,
    introduction: '',
    updated_at: transaction.now(),
  });
}

export async function indexName(
  transaction: Transaction,
  kind: keyof typeof NAME_KIND,
  section: number,
  id: number,
  name: string,
): Promise<void> {
  const row = { rowid: nameSearchRow(NAME_KIND[kind], id), name: toIndexText(name) };
  await transaction.database.run(insertInto('name_search', row));
  await putTerms(transaction, section, name);
}

/** Stores a keyword that is kept even without books. */
export async function putKeyword(
  transaction: Transaction,
  { section, name }: { section: number; name: string },
): Promise<number> {
  const id = await nameId(transaction, 'keywords', section, name);
  await transaction.database.run(sql`UPDATE keywords SET kept = 1 WHERE id = ${id} AND kept = 0`);
  return id;
}

/** Returns the id of a category, or of its subcategory if `sub` is not empty. */
export async function categoryId(
  transaction: Transaction,
  section: number,
  name: string,
  sub: string,
): Promise<number> {
  return cachedId(transaction, `categories ${section} ${name}\n${sub}`, async () => {
    const query = sql`SELECT id FROM categories WHERE section = ${section} AND name = ${name} AND sub_name = ${sub}`;
    const stored = await transaction.database.get<IdRow>(query);
    return stored?.id ?? (await insertRow(transaction.database, 'categories', { section, name, sub_name: sub }));
  });
}

const MIN_LENGTH = 4;
const MAX_LENGTH = 24;

/** Stores the words of a title or name, so that misspelt words can be corrected to them. */
export async function putTerms(transaction: Transaction, section: number, text: string): Promise<void> {
  for (const word of tokenize(text)) {
    const term = `${section} ${word}`;
    if (word.length < MIN_LENGTH || word.length > MAX_LENGTH || word.includes(' ') || transaction.terms.has(term))
      continue;
    transaction.terms.add(term);
    await putTerm(transaction, section, word);
  }
}

async function putTerm({ database }: Transaction, section: number, term: string): Promise<void> {
  const put = async (variant: string) =>
    (await database.run(sql`${insertInto('term_variants', { section, variant, term })} ON CONFLICT DO NOTHING`))
      .changes;
  if ((await put(term)) === 0) return;
  for (const variant of deletions(term)) await put(variant);
}
