import { stableJson } from '#src/lib/stable-json.ts';
import type { Database } from '../database.ts';
import type { RecordState } from '../records.ts';
import type { Transaction } from './transaction.ts';

/** Reads one record as it is now; undefined where there is none. */
export interface AuditedRecord {
  readonly kind: string;
  read(database: Database): Promise<RecordState | undefined>;
}

/** Writes a record and notes in the audit log what that changed; nothing where it changed nothing. */
export async function audited<T>(transaction: Transaction, record: AuditedRecord, write: () => Promise<T>): Promise<T> {
  const before = await record.read(transaction.database);
  const result = await write();
  await noteChange(transaction, record.kind, before, await record.read(transaction.database));
  return result;
}

/** Notes what differs between two states of a record; nothing where nothing does. */
export async function noteChange(
  transaction: Transaction,
  kind: string,
  before?: RecordState,
  after?: RecordState,
): Promise<void> {
  const one = after ?? before;
  if (!one) return;
  if (!before || !after) {
    const act = before ? 'delete' : 'add';
    await note(transaction, { act, kind, one, before: before?.fields ?? null, after: after?.fields ?? null });
    return;
  }
  const [was, is] = differences({ ...before.fields, ...before.details }, { ...after.fields, ...after.details });
  if (Object.keys(is).length > 0) await note(transaction, { act: 'change', kind, one, before: was, after: is });
}

type Fields = Readonly<Record<string, unknown>>;

/** The fields that differ, as they were and as they are; of lists with ids the entries that differ. */
function differences(before: Fields, after: Fields): [was: Fields, is: Fields] {
  const names = Object.keys(after).filter((name) => stableJson(before[name]) !== stableJson(after[name]));
  const pairs = names.map((name) => [name, differingEntries(before[name], after[name])] as const);
  return [
    Object.fromEntries(pairs.map(([name, [was]]) => [name, was])),
    Object.fromEntries(pairs.map(([name, [, is]]) => [name, is])),
  ];
}

function differingEntries(before: unknown, after: unknown): [was: unknown, is: unknown] {
  if (!hasEntries(before) || !hasEntries(after)) return [before, after];
  const [known, now] = [before, after].map((list) => new Set(list.map(stableJson)));
  return [
    before.filter((entry) => !now?.has(stableJson(entry))),
    after.filter((entry) => !known?.has(stableJson(entry))),
  ];
}

const hasEntries = (value: unknown): value is readonly { readonly id: number }[] =>
  Array.isArray(value) && value.every((entry) => typeof entry === 'object' && entry !== null && 'id' in entry);

interface Note {
  readonly act: 'add' | 'change' | 'delete';
  readonly kind: string;
  readonly one: RecordState;
  readonly before: Fields | null;
  readonly after: Fields | null;
}

async function note({ database, author }: Transaction, { act, kind, one, before, after }: Note): Promise<void> {
  await database.run(
    `INSERT INTO audit_log (at, who, command, act, kind, record, name, before, after) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    // When it happened, also where a writer dates its rows otherwise.
    new Date().toISOString(),
    author.who,
    author.command,
    act,
    kind,
    one.id,
    one.name,
    before && JSON.stringify(before),
    after && JSON.stringify(after),
  );
}
