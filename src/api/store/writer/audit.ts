import { stableJson } from '#src/lib/stable-json.ts';
import type { AuditKind } from '../audit-kinds.ts';
import type { Database } from '../database.ts';
import { insertInto } from '../insert.ts';
import type { RecordState } from '../records.ts';
import type { Transaction } from './transaction.ts';

/** A record for the audit log. `read` returns its current state; undefined if it does not exist. */
export interface AuditedRecord {
  readonly kind: AuditKind;
  read(database: Database): Promise<RecordState | undefined>;
}

/** Writes a record, and records what has changed in the audit log. */
export async function audited<T>(transaction: Transaction, record: AuditedRecord, write: () => Promise<T>): Promise<T> {
  const before = await record.read(transaction.database);
  const result = await write();
  await noteChange(transaction, record.kind, before, await record.read(transaction.database));
  return result;
}

/** Records the differences between two states of a record, if any, in the audit log. */
export async function noteChange(
  transaction: Transaction,
  kind: AuditKind,
  before?: RecordState,
  after?: RecordState,
): Promise<void> {
  const record = after ?? before;
  if (!record) return;
  if (!before || !after) {
    const act = before ? 'delete' : 'add';
    await note(transaction, { act, kind, record, before: before?.fields ?? null, after: after?.fields ?? null });
    return;
  }
  const [was, is] = differences({ ...before.fields, ...before.details }, { ...after.fields, ...after.details });
  if (Object.keys(is).length > 0) await note(transaction, { act: 'change', kind, record, before: was, after: is });
}

type Fields = Readonly<Record<string, unknown>>;

/** Returns the fields that differ, before and after. For lists with ids, returns only the entries that differ. */
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
  const [entriesBefore, entriesAfter] = [before, after].map((list) => new Set(list.map(stableJson)));
  return [
    before.filter((entry) => !entriesAfter?.has(stableJson(entry))),
    after.filter((entry) => !entriesBefore?.has(stableJson(entry))),
  ];
}

const hasEntries = (value: unknown): value is readonly { readonly id: number }[] =>
  Array.isArray(value) && value.every((entry) => typeof entry === 'object' && entry !== null && 'id' in entry);

interface Note {
  readonly act: 'add' | 'change' | 'delete';
  readonly kind: AuditKind;
  readonly record: RecordState;
  readonly before: Fields | null;
  readonly after: Fields | null;
}

async function note({ database, author }: Transaction, { act, kind, record, before, after }: Note): Promise<void> {
  await database.run(
    insertInto('audit_log', {
      // This is the current time, even if the writer dates its rows differently.
      at: new Date().toISOString(),
      who: author.who,
      command: author.command,
      act,
      kind,
      record: record.id,
      name: record.name,
      before: before && JSON.stringify(before),
      after: after && JSON.stringify(after),
    }),
  );
}
