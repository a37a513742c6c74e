import type { BinKind } from '../audit-kinds.ts';
import type { EditorialKind } from '../records.ts';
import { type AuditedRecord, audited } from './audit.ts';
import { auditedBook } from './audited-records.ts';
import { type BinRow, binRow } from './bin.ts';
import { restoreBook } from './bin-book.ts';
import { type RecordKind, restoreRecord } from './bin-records.ts';
import { auditedById } from './records-by-id.ts';
import { restoreChapter } from './restore-chapter.ts';
import type { Transaction } from './transaction.ts';

/** Restores a record from the bin. @returns its id; undefined if it is not in the bin */
export async function restoreDeleted(
  transaction: Transaction,
  id: number,
  name: string | undefined,
): Promise<number | undefined> {
  const row = await binRow(transaction, id);
  if (!row) return undefined;
  if (row.kind === 'book')
    return audited(transaction, auditedBook(name ?? row.key ?? ''), () => restoreBook(transaction, row, name));
  if (row.kind === 'chapter') return restoreChapter(transaction, row);
  const kind: RecordKind = row.kind;
  return audited(transaction, auditedRecord(row), () => restoreRecord(transaction, kind, row, name));
}

const auditedRecord = ({ kind, record }: BinRow): AuditedRecord =>
  auditedById(EDITORIAL[kind as Exclude<BinKind, 'book' | 'chapter'>], record);

const EDITORIAL: Readonly<Record<RecordKind, EditorialKind>> = {
  genre: 'genre',
  keyword: 'keyword',
  ranking: 'ranking',
  shelf: 'shelf',
  banner: 'banner',
  'help event': 'helpEvent',
};
