import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ROLES } from '#src/admin/contract/roles.ts';
import { createWriter } from '#src/api/index.ts';
import { decompressJson } from '#src/api/store/compressed-json.ts';
import type { Row } from '#src/api/store/database.ts';
import type { StoreWriter } from '#src/api/store/records.ts';
import { raw, sql } from '#src/api/store/sql.ts';
import { addReport } from '#src/api/store/visitors/reports.ts';
import { cleanUp } from '#src/api/store/writer/clean-up.ts';
import { isPostgres } from '../../../../helpers/test-store.ts';
import { book, chapter } from '../../../../integration/api/fixture.ts';
import { startAdmin, type TestAdmin } from '../fixture.ts';

/** A word that only texts of the book contain. Titles do not contain it. */
const SECRET = 'zyzzyva';
const OTHERS = 'quokka';
const text = (words: string) => `<p>${words}</p>`;

const SHIP = book('ship', {
  fingerprint: '1',
  introduction: `About the ${SECRET}.`,
  chapters: ['One', 'Two', 'Three', 'Four'].map((title) => chapter(title, { html: text(`${SECRET} ${title}`) })),
});
const LAMP = book('lamp', {
  fingerprint: '1',
  introduction: `About the ${OTHERS}.`,
  chapters: [chapter('One', { html: text(OTHERS) })],
});

let test: TestAdmin;
beforeEach(async () => {
  test = await startAdmin(async (writer) => {
    await writer.putBook(SHIP);
    await writer.putBook(LAMP);
  });
});
afterEach(() => test.close());

const ask = (method: string, path: string, body?: unknown) =>
  test.ask(method, `/api/${path}`, { as: 'operator', body });
const ok = async (method: string, path: string, body?: unknown) => {
  const { status, body: answer } = await ask(method, path, body);
  expect([path, status < 300]).toEqual([path, true]);
  return answer;
};
const takeDown = (id = 1) => ok('POST', 'takedowns', { book_id: id, reason: null });
const write = <T>(work: (writer: StoreWriter) => Promise<T>, at?: Date) => {
  const writer = createWriter(test.store, { who: 'ann', command: 'import', ...(at && { now: () => at }) });
  return writer.transaction(() => work(writer));
};

const TABLES = isPostgres
  ? sql`SELECT tablename AS name FROM pg_tables WHERE schemaname = current_schema()`
  : sql`SELECT name FROM sqlite_schema
      WHERE type = 'table' AND name NOT LIKE 'sqlite_%' AND name NOT GLOB '*_search_[di]*'`;

/** Returns the columns of the store that contain a word, also in compressed texts. */
async function columnsWith(word: string): Promise<string[]> {
  const columns = new Set<string>();
  for (const database of [test.store.catalogue, test.store.visitors])
    for (const { name } of await database.all<Row & { name: string }>(TABLES))
      for (const row of await database.all<Row>(sql`SELECT * FROM ${raw(name)}`))
        for (const [column, value] of Object.entries(row))
          if (readable(value).includes(word)) columns.add(`${name}.${column}`);
  return [...columns].sort();
}

function readable(value: unknown): string {
  const plain = String(value);
  if (!/^[A-Za-z0-9+/=]{8,}$/.test(plain)) return plain;
  try {
    return JSON.stringify(decompressJson(plain));
  } catch {
    return plain;
  }
}

interface LogEntry {
  readonly id: number;
  readonly act: string;
  readonly kind: string;
  readonly record: number;
  readonly undoable: boolean;
  readonly before: Record<string, unknown> | null;
  readonly after: Record<string, unknown> | null;
}

const log = async (): Promise<LogEntry[]> => (await ok('GET', 'audit-log?perPage=100&sort=id&order=ASC')).data;

/** Edits the book in every way that leaves texts somewhere. */
async function editEverywhere(): Promise<void> {
  await ok('PATCH', 'books/1', { introduction: `A new ${SECRET}.` });
  await ok('PATCH', 'chapters/1', { html: text(`edited ${SECRET}`) });
  await ok('PATCH', 'chapters/2', { html: text(`hidden ${SECRET}`), state: 'draft' });
  await ok('DELETE', 'chapters/3', {});
  await ok('POST', 'chapters', { title: 'Five', html: text(`added ${SECRET}`), book_id: 1 });
  const report = {
    key: 'k',
    book_id: 1,
    chapter_id: 1,
    kind: 'text',
    passage: `the ${SECRET}`,
    text: 'Typo.',
  } as const;
  await addReport(test.store.visitors, { brand: 'local', section: 7, user: undefined, now: new Date() }, report);
}

describe('a takedown', () => {
  it('leaves no text of the book anywhere in the store', async () => {
    await editEverywhere();
    expect((await columnsWith(SECRET)).length).toBeGreaterThan(5);
    await takeDown();
    expect(await columnsWith(SECRET)).toEqual([]);
  });

  it('leaves no text in any list or record of the admin, for any role', async () => {
    await editEverywhere();
    await takeDown();
    for (const as of ROLES)
      for (const path of ['books', 'chapters', 'bin', 'audit-log', 'reports', 'takedowns']) {
        const { body } = await test.ask('GET', `/api/${path}?perPage=100`, { as });
        const ids: number[] = (body.data ?? []).map(({ id }: { id: number }) => id);
        const records = await Promise.all(ids.map((id) => test.ask('GET', `/api/${path}/${id}`, { as })));
        expect([as, path, JSON.stringify([body, records.map((answer) => answer.body)]).includes(SECRET)]).toEqual([
          as,
          path,
          false,
        ]);
      }
    for (const path of ['books/1', 'chapters/1', 'books/1/revisions', 'chapters/1/revisions', 'chapters/2'])
      expect([path, (await ask('GET', path)).status]).toEqual([path, 404]);
  });

  it('keeps in the log who changed which fields of the book and when', async () => {
    await editEverywhere();
    const before = await log();
    await takeDown();
    const after = (await log()).slice(0, before.length);
    const shape = ({ before: was, after: is, undoable: _, ...entry }: LogEntry) => ({
      ...entry,
      fields: [Object.keys(was ?? {}), Object.keys(is ?? {})],
    });
    expect(after.map(shape)).toEqual(before.map(shape));
    const edit = after.find(({ kind, record }) => kind === 'chapter' && record === 1);
    expect([edit?.before, edit?.after]).toEqual([
      { html: '[erased by a takedown]' },
      { html: '[erased by a takedown]' },
    ]);
  });

  it('keeps the texts of other books, whose changes can still be undone', async () => {
    await ok('PATCH', 'chapters/5', { html: text(`new ${OTHERS}`) });
    const columns = await columnsWith(OTHERS);
    await takeDown();
    expect(await columnsWith(OTHERS)).toEqual(columns);
    const entry = (await log()).find(({ kind, record }) => kind === 'chapter' && record === 5);
    expect(entry?.undoable).toBe(true);
    await ok('POST', `audit-log/${entry?.id}/undo`, {});
    expect((await ok('GET', 'chapters/5')).data.html).toBe(text(OTHERS));
  });

  it('makes changes with erased texts impossible to undo', async () => {
    await editEverywhere();
    await takeDown();
    const erased = (await log()).filter(({ before, after }) => JSON.stringify([before, after]).includes('[erased'));
    expect(erased.length).toBeGreaterThan(4);
    expect(erased.filter(({ undoable }) => undoable)).toEqual([]);
    const answer = await ask('POST', `audit-log/${erased[0]?.id}/undo`, {});
    expect([answer.status, answer.body.error.message]).toEqual([
      409,
      'This cannot be undone, because the book was taken down.',
    ]);
  });

  it('erases the texts of chapters that were deleted too long ago to be restored', async () => {
    await ok('PATCH', 'chapters/3', { html: text(`edited ${SECRET}`) });
    await ok('DELETE', 'chapters/3', {});
    await write((writer) => writer.putBook({ ...SHIP, chapters: SHIP.chapters.slice(0, 2), fingerprint: 'shorter' }));
    await cleanUp(test.store, new Date(Date.now() + 400 * 86_400_000));
    expect((await ok('GET', 'bin')).total).toBe(0);
    await takeDown();
    expect(await columnsWith(SECRET)).toEqual([]);
  });

  it('erases the texts of a deleted book, and of an earlier book with the same key', async () => {
    await editEverywhere();
    await ok('DELETE', 'books/1', {});
    await write((writer) => writer.putBook(SHIP));
    const { id } = (await ok('GET', 'books?filter={"q":"ship"}')).data[0];
    await ok('PATCH', `books/${id}`, { introduction: `Another ${SECRET}.` });
    await ok('DELETE', `books/${id}`, {}).catch(() => undefined);
    await takeDown(id);
    expect(await columnsWith(SECRET)).toEqual([]);
  });

  it('can be repeated to erase texts that an earlier version of Lectern kept', async () => {
    await takeDown();
    await write((writer) =>
      writer.note({
        kind: 'chapter',
        before: { id: 9, name: 'One', fields: { book_id: 1, html: text(SECRET) } },
        after: undefined,
      } as never),
    );
    expect(await columnsWith(SECRET)).toEqual(['audit_log.before']);
    await write((writer) => writer.takeDownBook('ship', null));
    expect(await columnsWith(SECRET)).toEqual([]);
  });
});

describe('the list of books that were taken down', () => {
  it('tells every role which of some books are on it, without their titles or reasons', async () => {
    const query = '/api/taken-down-books?ids=1,2,77,x';
    const books = async () => (await test.ask('GET', query, { as: 'editor' })).body;
    expect(await books()).toEqual({ data: [] });
    await takeDown();
    expect(await books()).toEqual({ data: [1] });
    expect((await test.ask('GET', '/api/taken-down-books', { as: 'editor' })).body).toEqual({ data: [] });
  });
});

describe('the audit log', () => {
  it('still rejects manual changes, and changes of who did what', async () => {
    const { catalogue } = test.store;
    const refused = (statement: ReturnType<typeof sql>) =>
      expect(() => catalogue.run(statement)).rejects.toThrow('the audit log keeps its rows');
    await refused(sql`UPDATE audit_log SET before = NULL`);
    await refused(sql`DELETE FROM audit_log`);
    await catalogue.run(sql`UPDATE meta SET value = '1' WHERE key = 'writing'`);
    await refused(sql`UPDATE audit_log SET who = 'nobody'`);
    await refused(sql`UPDATE audit_log SET act = 'delete', before = NULL`);
    await refused(sql`DELETE FROM audit_log`);
    await catalogue.run(sql`UPDATE meta SET value = '0' WHERE key = 'writing'`);
  });
});
