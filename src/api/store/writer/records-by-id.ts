import { LecternError } from '#src/lib/errors.ts';
import type { Row } from '../database.ts';
import { assignments } from '../insert.ts';
import { MEMBERSHIP } from '../membership.ts';
import type { EditorialKind, EditorialRecords } from '../records.ts';
import { raw, sql } from '../sql.ts';
import { type AuditedRecord, audited } from './audit.ts';
import {
  auditedBanner,
  auditedGenre,
  auditedHelpEvent,
  auditedKeyword,
  auditedRanking,
  auditedShelf,
} from './audited-records.ts';
import { binRecord } from './bin-records.ts';
import { dropKeyword } from './orphans.ts';
import type { Transaction } from './transaction.ts';

type KeyRow = Row & {
  section: number;
  brand: string;
  type: string;
  name: string;
  title: string;
  inviter: string;
  book: string;
};

interface ByNaturalKey<K extends EditorialKind> {
  readonly table: string;
  /** Columns by which the `put…` function of the kind finds a record. */
  readonly key: string;
  /** Returns the audited record with these values of the columns in `key`. */
  audited(row: KeyRow): AuditedRecord;
  /** Sets these columns, so that the `put…` function finds the record. */
  move(transaction: Transaction, id: number, record: EditorialRecords[K]): Promise<void>;
}

const brandOf = ({ brand }: KeyRow) => brand || null;

const KINDS: { readonly [K in EditorialKind]: ByNaturalKey<K> } = {
  genre: {
    table: 'genres',
    key: 'section, name',
    audited: auditedGenre,
    // Books contain the name too, so genres are renamed by `renameName`.
    async move() {},
  },
  keyword: { table: 'keywords', key: 'section, name', audited: auditedKeyword, async move() {} },
  ranking: {
    table: 'rankings',
    key: 'section, brand, type, name',
    audited: (row) => auditedRanking({ ...row, brand: brandOf(row), typeName: '', books: [] }),
    async move({ database }, id, { section, brand, type, name }) {
      const statement = sql`UPDATE rankings SET ${assignments({ section, brand: brand ?? '', type, name })} WHERE id = ${id}`;
      await database.run(statement);
    },
  },
  shelf: {
    table: 'shelves',
    key: 'section, brand, name',
    audited: (row) => auditedShelf({ ...row, brand: brandOf(row), style: 'row', books: [] }),
    async move({ database }, id, { section, brand, name }) {
      const statement = sql`UPDATE shelves SET ${assignments({ section, brand: brand ?? '', name })} WHERE id = ${id}`;
      await database.run(statement);
    },
  },
  banner: {
    table: 'banners',
    key: 'section, brand, title',
    audited: (row) => auditedBanner({ ...row, brand: brandOf(row), subtitle: '', image: null, book: '' }),
    async move({ database }, id, { section, brand, title }) {
      const statement = sql`UPDATE banners SET ${assignments({ section, brand: brand ?? '', title })} WHERE id = ${id}`;
      await database.run(statement);
    },
  },
  helpEvent: {
    table: 'help_events',
    key: 'inviter, (SELECT key FROM books WHERE id = book_id) AS book',
    audited: (row) => auditedHelpEvent({ ...row, needed: 0, helped: 0, expiresAt: '' }),
    async move({ database }, id, { book, inviter }) {
      const statement = sql`UPDATE help_events SET inviter = ${inviter}, book_id = (SELECT id FROM books WHERE key = ${book})
        WHERE id = ${id}`;
      await database.run(statement);
    },
  },
};

/** Returns the audited record with this id, even if its other columns change. */
export function auditedById(kind: EditorialKind, id: number): AuditedRecord {
  const { table, key, audited: auditedByKey } = KINDS[kind];
  const read: AuditedRecord['read'] = async (database) => {
    const row = await database.get<KeyRow>(sql`SELECT ${raw(key)} FROM ${raw(table)} WHERE id = ${id}`);
    return row && (await auditedByKey(row).read(database));
  };
  return { kind: kind === 'helpEvent' ? 'help event' : kind, read };
}

/** Replaces a record, which keeps its id. @param put writes the record, which it finds by its key columns */
export async function editRecord<K extends EditorialKind>(
  transaction: Transaction,
  [kind, id, record]: [kind: K, id: number, record: EditorialRecords[K]],
  put: () => Promise<unknown>,
): Promise<void> {
  const { move }: ByNaturalKey<K> = KINDS[kind];
  await audited(transaction, auditedById(kind, id), async () => {
    await move(transaction, id, record);
    await put();
  });
}

/**
 * Deletes a record.
 * @returns false if it does not exist
 * @throws LecternError STORE_IN_USE for a genre or keyword that books use
 */
export async function removeRecord(transaction: Transaction, kind: EditorialKind, id: number): Promise<boolean> {
  const { database } = transaction;
  if (kind === 'genre' || kind === 'keyword') await checkUnused(transaction, kind, id);
  return audited(transaction, auditedById(kind, id), async () => {
    await binRecord(transaction, kind === 'helpEvent' ? 'help event' : kind, id);
    if (kind === 'genre') return removeGenre(transaction, id);
    if (kind === 'keyword') return removeKeyword(transaction, id);
    return (await database.run(sql`DELETE FROM ${raw(KINDS[kind].table)} WHERE id = ${id}`)).changes > 0;
  });
}

async function checkUnused({ database }: Transaction, kind: 'genre' | 'keyword', id: number): Promise<void> {
  const query = sql`SELECT count(*) AS count FROM memberships WHERE kind = ${MEMBERSHIP[kind]} AND target = ${id}`;
  const { count } = await database.one<{ count: number }>(query);
  if (count === 0) return;
  throw new LecternError(
    'STORE_IN_USE',
    `${count === 1 ? '1 book has' : `${count} books have`} this ${kind}. Merge it into another one, or remove it from ${count === 1 ? 'the book' : 'the books'}.`,
  );
}

/** Deletes a genre, but not those of its tags that books use. */
async function removeGenre(transaction: Transaction, id: number): Promise<boolean> {
  const { database, orphanCandidates } = transaction;
  const tags = await database.all<{ id: number }>(sql`SELECT id FROM tags WHERE genre_id = ${id}`);
  for (const tag of tags) orphanCandidates.tags.add(tag.id);
  const isRemoved = (await database.run(sql`DELETE FROM genres WHERE id = ${id}`)).changes > 0;
  for (const tag of tags) {
    const statement = sql`UPDATE tags SET genre_id = (SELECT min(genre_id) FROM genre_tags WHERE tag_id = ${tag.id}),
      seq = ${transaction.nextSeq()} WHERE id = ${tag.id}`;
    await database.run(statement);
  }
  return isRemoved;
}

async function removeKeyword(transaction: Transaction, id: number): Promise<boolean> {
  const existed = (await transaction.database.run(sql`UPDATE keywords SET kept = 0 WHERE id = ${id}`)).changes > 0;
  await dropKeyword(transaction, id);
  return existed;
}
