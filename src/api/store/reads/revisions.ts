import { decompressJson } from '../compressed-json.ts';
import type { Database, Row } from '../database.ts';
import type { RevisedKind, RevisionStates } from '../revision-states.ts';
import { sql } from '../sql.ts';

/** A former state of a record. */
export interface Revision<K extends RevisedKind = RevisedKind> {
  readonly id: number;
  /** When, by whom ('' if unknown) and how the state was saved. */
  readonly savedAt: string;
  readonly savedBy: string;
  readonly savedHow: string;
  /** When, by whom and how the next state was saved. */
  readonly replacedAt: string;
  readonly replacedBy: string;
  readonly replacedHow: string;
  readonly state: RevisionStates[K];
}

type RevisionRow = Row & {
  id: number;
  saved_at: string;
  saved_by: string;
  saved_how: string;
  replaced_at: string;
  replaced_by: string;
  replaced_how: string;
  state: string;
};

const toRevision = <K extends RevisedKind>({ id, state, ...row }: RevisionRow): Revision<K> => ({
  id,
  savedAt: row.saved_at,
  savedBy: row.saved_by,
  savedHow: row.saved_how,
  replacedAt: row.replaced_at,
  replacedBy: row.replaced_by,
  replacedHow: row.replaced_how,
  state: decompressJson(state),
});

/** Returns the revisions of a record, latest first. */
export async function revisionsOf<K extends RevisedKind>(
  database: Pick<Database, 'all'>,
  kind: K,
  record: number,
  { offset, limit }: { readonly offset: number; readonly limit: number },
): Promise<Revision<K>[]> {
  const query = sql`SELECT * FROM revisions WHERE kind = ${kind} AND record = ${record}
    ORDER BY id DESC LIMIT ${limit} OFFSET ${offset}`;
  return (await database.all<RevisionRow>(query)).map((row) => toRevision<K>(row));
}

/**
 * Returns the chapters before a chapter in a version, the nearest one last; undefined if no save since has moved the
 * chapter.
 */
export async function previousInRevision(
  database: Pick<Database, 'all'>,
  chapter: number,
  revision: number,
): Promise<readonly number[] | undefined> {
  const rows = await database.all<Row & { state: string }>(
    sql`SELECT state FROM revisions WHERE kind = 'chapter' AND record = ${chapter} AND id >= ${revision} ORDER BY id`,
  );
  for (const { state } of rows) {
    const { previous } = decompressJson<RevisionStates['chapter']>(state);
    if (previous) return previous;
  }
  return undefined;
}

export async function countRevisions(
  database: Pick<Database, 'one'>,
  kind: RevisedKind,
  record: number,
): Promise<number> {
  const query = sql`SELECT count(*) AS count FROM revisions WHERE kind = ${kind} AND record = ${record}`;
  return (await database.one<Row & { count: number }>(query)).count;
}

/** Returns a revision of a record; undefined if it does not exist. */
export async function revisionById<K extends RevisedKind>(
  database: Pick<Database, 'get'>,
  kind: K,
  record: number,
  id: number,
): Promise<Revision<K> | undefined> {
  const query = sql`SELECT * FROM revisions WHERE id = ${id} AND kind = ${kind} AND record = ${record}`;
  const row = await database.get<RevisionRow>(query);
  return row && toRevision<K>(row);
}
