import { stableJson } from '#src/lib/stable-json.ts';
import { compressJson, decompressJson } from '../compressed-json.ts';
import type { Database, Row } from '../database.ts';
import { insertInto } from '../insert.ts';
import { picturesIn } from '../media-in-html.ts';
import { bookState, chapterStateOf } from '../reads/revised-states.ts';
import {
  type BookState,
  type BrandState,
  type ChapterState,
  MAX_REVISIONS,
  MIN_REVISIONS,
  REVISION_DAYS,
  type RevisedKind,
  SITTING_MINUTES,
} from '../revision-states.ts';
import { sql } from '../sql.ts';
import { toTimestamp } from '../timestamp.ts';
import type { Transaction } from './transaction.ts';

/** Remembers the state of a book, before the first change of the transaction. */
export async function reviseBook({ database, revisions }: Transaction, id: number, savedAt: string): Promise<void> {
  if (!revisions || revisions.books.has(id)) return;
  const state = await bookState(database, id);
  if (state) revisions.books.set(id, { state, savedAt });
}

/**
 * Stores the state of a chapter as a revision, before the first change of the transaction.
 * @param previous if the chapter moves: ids of the chapters before it, the nearest one last
 */
export async function reviseChapter(
  transaction: Transaction,
  book: number,
  old: ChapterState & { readonly id: number; readonly place: number; readonly updated_at: string },
  previous?: readonly number[],
): Promise<void> {
  const { revisions } = transaction;
  if (!revisions) return;
  if (!revisions.chapters.has(old.id)) {
    revisions.chapters.add(old.id);
    const state: ChapterState = chapterStateOf(old);
    const media = picturesIn(old.html);
    await putRevision(transaction, { kind: 'chapter', record: old.id, book, state, media, savedAt: old.updated_at });
  }
  if (previous) await noteMove(transaction, old.id, previous);
}

/** Notes in the latest revision of a chapter that the next save moves the chapter. */
async function noteMove({ database }: Transaction, chapter: number, previous: readonly number[]): Promise<void> {
  const { id, state } = await database.one<Row & { id: number; state: string }>(
    sql`SELECT id, state FROM revisions WHERE kind = 'chapter' AND record = ${chapter} ORDER BY id DESC LIMIT 1`,
  );
  const before = decompressJson<ChapterState>(state);
  // A revision of several saves contains the state before the first of them.
  if (before.previous) return;
  await database.run(sql`UPDATE revisions SET state = ${compressJson({ ...before, previous })} WHERE id = ${id}`);
}

/** Stores the settings of a brand as a revision. @param pictures names of pictures to which they refer */
export const reviseBrand = (
  transaction: Transaction,
  record: number,
  state: BrandState,
  pictures: readonly string[],
  savedAt: string,
): Promise<void> => putRevision(transaction, { kind: 'brand', record, book: NO_BOOK, state, media: pictures, savedAt });

/** Stores the revisions of the books that the transaction has changed. Must run at its end. */
export async function storeBookRevisions(transaction: Transaction): Promise<void> {
  for (const [id, { state, savedAt }] of transaction.revisions?.books ?? []) {
    const now = await bookState(transaction.database, id);
    if (!now || stableJson(now) === stableJson(state)) continue;
    const media = state.cover ? [state.cover.url.slice('/media/'.length)] : [];
    await putRevision(transaction, { kind: 'book', record: id, book: id, state, media, savedAt });
  }
}

/** No book has this id. */
const NO_BOOK = 0;

interface Replaced {
  readonly kind: RevisedKind;
  readonly record: number;
  readonly book: number;
  readonly state: BookState | BrandState | ChapterState;
  /** Files of the state, as paths below the media folder. For brands, names of pictures in `brand_pictures`. */
  readonly media: readonly string[];
  /** When the state was saved, if no earlier revision tells. */
  readonly savedAt: string;
}

type LastRow = Row & {
  id: number;
  replaced_at: string;
  replaced_by: string;
  replaced_how: string;
  sitting_from: string;
};

async function putRevision(transaction: Transaction, replaced: Replaced): Promise<void> {
  const { database, author } = transaction;
  const { kind, record, book, state, media, savedAt } = replaced;
  const [now, who, how] = [transaction.now(), author.who, author.how];
  const last = await database.get<LastRow>(
    sql`SELECT id, replaced_at, replaced_by, replaced_how, sitting_from FROM revisions
      WHERE kind = ${kind} AND record = ${record} ORDER BY id DESC LIMIT 1`,
  );
  if (last && isSameSitting(last, who, how, now)) {
    await database.run(sql`UPDATE revisions SET replaced_at = ${now} WHERE id = ${last.id}`);
    return;
  }
  const row = {
    kind,
    record,
    book_id: book,
    saved_at: last?.replaced_at ?? savedAt,
    saved_by: last?.replaced_by ?? '',
    saved_how: last?.replaced_how ?? '',
    replaced_at: now,
    replaced_by: who,
    replaced_how: how,
    sitting_from: now,
    state: compressJson(state),
    media: JSON.stringify(media),
  };
  await database.run(insertInto('revisions', row));
  await dropOld(database, kind, record, now);
}

/** How editors save in the admin. All other saves, such as imports and restored revisions, become separate revisions. */
const BY_HAND = 'admin';

function isSameSitting(last: LastRow, who: string, how: string, now: string): boolean {
  if (how !== BY_HAND || last.replaced_how !== how || last.replaced_by !== who) return false;
  const sinceMs = Date.parse(now) - Date.parse(last.sitting_from);
  return sinceMs >= 0 && sinceMs < SITTING_MINUTES * 60_000;
}

const oldestAt = (now: string) => toTimestamp(new Date(Date.parse(now) - REVISION_DAYS * 86_400_000));

/** Deletes the revisions of a record that need not be kept. */
async function dropOld(database: Database, kind: RevisedKind, record: number, now: string): Promise<void> {
  const newest = (offset: number) => sql`coalesce((SELECT id FROM revisions WHERE kind = ${kind} AND record = ${record}
    ORDER BY id DESC LIMIT 1 OFFSET ${offset}), 0)`;
  await database.run(
    sql`DELETE FROM revisions WHERE kind = ${kind} AND record = ${record} AND (id <= ${newest(MAX_REVISIONS)}
      OR (id <= ${newest(MIN_REVISIONS)} AND replaced_at < ${oldestAt(now)}))`,
  );
}

/** Deletes the old revisions of all records. A record that is no longer edited keeps only its latest ones. */
export async function dropOldRevisions({ database, now }: Transaction): Promise<void> {
  const old = await database.all<Row & { kind: RevisedKind; record: number }>(
    sql`SELECT kind, record FROM revisions GROUP BY kind, record
      HAVING count(*) > ${MIN_REVISIONS} AND min(replaced_at) < ${oldestAt(now())}`,
  );
  for (const { kind, record } of old) await dropOld(database, kind, record, now());
}

/** Deletes the revisions of a book and its chapters. */
export async function dropRevisionsOfBook({ database }: Transaction, book: number): Promise<void> {
  await database.run(sql`DELETE FROM revisions WHERE book_id = ${book}`);
}

export async function dropRevisionsOfChapter({ database }: Transaction, chapter: number): Promise<void> {
  await database.run(sql`DELETE FROM revisions WHERE kind = 'chapter' AND record = ${chapter}`);
}
