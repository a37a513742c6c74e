import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createWriter } from '#src/api/index.ts';
import { insertInto } from '#src/api/store/insert.ts';
import type { StoreWriter } from '#src/api/store/records.ts';
import { sql } from '#src/api/store/sql.ts';
import { addUser } from '#src/api/store/visitors/accounts.ts';
import { momentOf } from '#src/commands/content/content-options.ts';
import { parseTimestamp } from '#src/lib/timestamp.ts';
import { ODD, UNSTORABLE } from '../../helpers/hostile-text.ts';
import { nearTimestamp, spellingOf } from '../../helpers/timestamps.ts';
import { examples } from '../../slow-tests.ts';
import { startAdmin, type TestAdmin } from '../../unit/admin/server/fixture.ts';
import { book, chapter, NOW, type OpenApi, openApi, titles } from './fixture.ts';
import { signUp, type Visitor } from './visitor.ts';

let test: TestAdmin;
let api: OpenApi;
let cookie: string;
let now = NOW;
let serial = 0;

beforeAll(async () => {
  test = await startAdmin(undefined, { now: () => now });
  api = await openApi(undefined, { store: test.store, now: () => now });
  cookie = `lectern_admin=${await test.sessionOf('owner')}`;
  await write((writer) => writer.putBook(book('first', { chapters: [chapter('One')] })));
});
beforeEach(() => {
  now = NOW;
});
afterAll(async () => {
  await api.close();
  await test.close();
});

const write = <T>(work: (writer: StoreWriter) => Promise<T>): Promise<T> => {
  const writer = createWriter(test.store, { now: () => now });
  return writer.transaction(() => work(writer));
};
const ask = (method: string, path: string, body?: unknown) =>
  test.ask(method, `/api/${path}`, { headers: { cookie }, body });
/** All records of a list in the admin, sorted by a field. */
const sorted = async (name: string, field: string, order: 'ASC' | 'DESC', filter: object) => {
  const query = new URLSearchParams({ sort: field, order, perPage: '1000', filter: JSON.stringify(filter) });
  return (await ask('GET', `${name}?${query}`)).body.data;
};

const HOUR = 3_600_000;
/** Times around the present: within the same second, within the offsets of time zones, and far away. */
const STEPS = [-4000 * HOUR, -23 * HOUR, -10 * HOUR, -HOUR, -1000, -1, 0, 1, 999, 1000, HOUR, 10 * HOUR, 23 * HOUR];
const instant = fc.oneof(
  fc.constantFrom(...STEPS, 4000 * HOUR).map((step) => NOW.getTime() + step),
  fc.integer({ min: NOW.getTime() - 30 * HOUR, max: NOW.getTime() + 30 * HOUR }),
  fc.constantFrom(Date.parse('0000-01-01T00:00:00Z'), Date.parse('9999-12-31T23:59:59Z')),
);
const moment = spellingOf(instant);
type Moment = { readonly time: number; readonly text: string };
const moments = fc.array(moment, { minLength: 2, maxLength: 7 });

/** The instant at which a stored time of whole seconds is due. */
const secondOf = ({ time }: Moment) => Math.floor(time / 1000) * 1000;
/** The indexes of the times in order. Equal times are ties, which keep their order. */
const orderOf = (times: readonly number[], sign: 1 | -1) =>
  times.map((_, index) => index).sort((a, b) => sign * ((times[a] ?? 0) - (times[b] ?? 0)) || a - b);

describe('lists of books', () => {
  it('are sorted by the instant of publication or change, and by id if the instants are equal', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(moment, moment), { minLength: 2, maxLength: 7 }), async (dates) => {
        serial += 1;
        const category = `Category ${serial}`;
        const keys = dates.map((_, index) => `list-${serial}-${index}`);
        const shelf = await write(async (writer) => {
          for (const [index, [published, updated]] of dates.entries()) {
            const key = keys[index] ?? '';
            const fields = { category, publishedAt: published.text, updatedAt: updated.text };
            await writer.putBook(book(key, { ...fields, chapters: [chapter('One', { updatedAt: updated.text })] }));
          }
          return writer.putShelf({ brand: null, section: 7, name: category, style: 'row', books: keys });
        });
        const expected = (times: readonly Moment[]) =>
          orderOf(times.map(secondOf), -1).map((index) => `Title ${keys[index]}`);
        const byDate = { new: expected(dates.map(([one]) => one)), updated: expected(dates.map(([, one]) => one)) };
        for (const order of ['new', 'updated'] as const) {
          const context = `${order}: ${JSON.stringify(dates)}`;
          const listed = await api.get('category.books', { name: category, order });
          expect(titles(listed.body.data.items), context).toEqual(byDate[order]);
          const onShelf = await api.get('recommend.section_books', { section_id: shelf, order });
          expect(titles(onShelf.body.data.items), context).toEqual(byDate[order]);
        }
        for (const [field, index] of [
          ['published_at', 0],
          ['updated_at', 1],
        ] as const) {
          const times = dates.map((pair) => secondOf(pair[index]));
          const up = await sorted('books', field, 'ASC', { category });
          expect(titles(up)).toEqual(orderOf(times, 1).map((one) => `Title ${keys[one]}`));
          const down = await sorted('books', field, 'DESC', { category });
          expect(titles(down)).toEqual(titles(up).reverse());
          expect(down.map((one: Record<string, string>) => Date.parse(one[field] ?? ''))).toEqual(
            times.toSorted((a, b) => b - a),
          );
        }
      }),
      { numRuns: examples(30) },
    );
  });
});

describe('help events', () => {
  it('expire at the instant of their end; if a book has several, the API returns the one that ends last', async () => {
    const [first] = await sorted('books', 'id', 'ASC', {});
    await fc.assert(
      fc.asyncProperty(moments, fc.boolean(), async (ends, inAdmin) => {
        await test.store.catalogue.run(sql`DELETE FROM help_events`);
        const ids: number[] = [];
        for (const [index, { text }] of ends.entries()) {
          serial += 1;
          const [inviter, needed] = [`Mo ${serial}`, 5];
          const fields = { section: 7, inviter, needed, helped: 0 };
          if (inAdmin && index % 2 === 0) {
            const { status, body } = await ask('POST', 'help-events', {
              ...fields,
              book_id: first.id,
              expires_at: text,
            });
            expect([status, body.error]).toEqual([201, undefined]);
            ids.push(body.data.id);
          } else ids.push(await write((writer) => writer.putHelpEvent({ ...fields, book: 'first', expiresAt: text })));
        }
        const times = ends.map(secondOf);
        for (const [index, id] of ids.entries()) {
          const { event } = (await api.get('event.inviteActivityHelpPage', { active_id: id })).body.data;
          expect(event.state, ends[index]?.text).toBe((times[index] ?? 0) > NOW.getTime() ? 'open' : 'expired');
          expect(event.expires_at).toBe(new Date(times[index] ?? 0).toISOString().replace('.000Z', 'Z'));
        }
        const last = ids[orderOf(times, -1)[0] ?? 0];
        expect((await api.get('event.of_book', { book_id: first.id })).body.data.event.id).toBe(last);
        const listed = await sorted('help-events', 'expires_at', 'ASC', {});
        expect(listed.map(({ id }: { id: number }) => id)).toEqual(orderOf(times, 1).map((index) => ids[index]));
      }),
      { numRuns: examples(40) },
    );
  });
});

describe('vouchers', () => {
  let visitor: Visitor;
  let locked: { book_id: number; chapter_id: number };
  beforeAll(async () => {
    visitor = await signUp(api);
    const priced = [chapter('One'), chapter('Two', { price: 5, html: `<p>${'word '.repeat(400)}</p>` })];
    const { id } = await write((writer) => writer.putBook(book('priced', { chapters: priced })));
    const chapters = (await api.get('book.chapters', { book_id: id })).body.data.items;
    locked = { book_id: id, chapter_id: chapters[1].id };
  });

  const unlock = (more: object = {}) => {
    serial += 1;
    return visitor.post('chapter.unlock', { ...locked, by: 'voucher', key: `key-${serial}-000`, ...more });
  };

  it('are valid until the instant of their expiry, and are used in the order in which they expire', async () => {
    await fc.assert(
      fc.asyncProperty(moments, async (ends) => {
        const { visitors } = test.store;
        for (const table of [sql`unlocks`, sql`payments`, sql`vouchers`])
          await visitors.run(sql`DELETE FROM ${table} WHERE user_id = ${visitor.id}`);
        const ids: number[] = [];
        for (const { text } of ends) {
          const fields = { user_id: visitor.id, name: 'Gift', coins: 10, expires_at: text };
          const { status, body } = await ask('POST', 'vouchers', fields);
          expect([status, body.error]).toEqual([201, undefined]);
          ids.push(body.data.id);
        }
        const times = ends.map(({ time }) => time);
        const listed = await sorted('vouchers', 'expires_at', 'ASC', { user_id: visitor.id });
        expect(listed.map(({ id }: { id: number }) => id)).toEqual(orderOf(times, 1).map((index) => ids[index]));
        for (const [index, time] of times.entries())
          if (time <= NOW.getTime())
            expect((await unlock({ voucher_id: ids[index] })).body.errors[0].code, ends[index]?.text).toBe(
              'VOUCHER_USED',
            );
        const first = orderOf(times, 1).find((index) => (times[index] ?? 0) > NOW.getTime());
        const { status, body } = await unlock();
        const context = JSON.stringify(ends);
        if (first === undefined) expect(body.errors[0].code, context).toBe('NO_VOUCHER');
        else expect(status, context).toBe(200);
        const { items } = (await visitor.get('user.vouchers')).body.data;
        const used = items.filter(({ used_on }: { used_on: unknown }) => used_on !== null);
        expect(
          used.map(({ id }: { id: number }) => id),
          context,
        ).toEqual(first === undefined ? [] : [ids[first]]);
      }),
      { numRuns: examples(40) },
    );
  });
});

describe('scheduled publishing', () => {
  const WAYS = {
    writer: (key: string, _id: number, text: string) => write((writer) => writer.publishBook(key, { from: text })),
    admin: (_key: string, id: number, text: string) => ask('PATCH', `books/${id}`, { publish_at: text }),
    command: (key: string, _id: number, text: string) =>
      write((writer) => writer.publishBook(key, momentOf(text, new Date(0)))),
  } as const;

  it('publishes a book at the instant that the store writer, the admin or a command has scheduled', async () => {
    const later = spellingOf(instant.filter((time) => time > 1000));
    await fc.assert(
      fc.asyncProperty(later, fc.constantFrom(...Object.values(WAYS)), async (from, schedule) => {
        now = NOW;
        serial += 1;
        const key = `scheduled-${serial}`;
        const { id } = await write((writer) => writer.putBook(book(key, { publication: 'draft' })));
        await schedule(key, id, from.text);
        await expectDue(from, async () => (await api.get('book.show', { book_id: id })).status === 200);
      }),
      { numRuns: examples(60) },
    );
  });

  it('publishes a chapter, or makes it free, at the scheduled instant', async () => {
    await fc.assert(
      fc.asyncProperty(moment, fc.boolean(), fc.boolean(), async (from, isFree, inAdmin) => {
        now = NOW;
        serial += 1;
        const key = `chapters-${serial}`;
        const [field, change] = isFree ? ['free_from', { freeFrom: from.text }] : ['publish_at', {}];
        const second = chapter('Two', { price: 5, ...(!inAdmin && change) });
        const { id } = await write((writer) => writer.putBook(book(key, { chapters: [chapter('One'), second] })));
        const record = (await sorted('chapters', 'place', 'ASC', { book_id: id }))[1];
        if (inAdmin) {
          const { status, body } = await ask('PATCH', `chapters/${record.id}`, { [field]: from.text });
          expect([status, body.error], from.text).toEqual([200, undefined]);
        } else if (!isFree) await write((writer) => writer.publishChapter(key, record.id, { from: from.text }));
        const chapters = async () => (await api.get('book.chapters', { book_id: id })).body.data.items;
        await expectDue(from, async () => (isFree ? !(await chapters())[1].locked : (await chapters()).length === 2));
      }),
      { numRuns: examples(60) },
    );
  });

  /**
   * Checks that a change is visible from its due time on. Asks now and, if the due time is in the future, one
   * millisecond before it and at that time.
   */
  async function expectDue(from: Moment, isVisible: () => Promise<boolean>) {
    const due = secondOf(from);
    expect(await isVisible(), from.text).toBe(due <= NOW.getTime());
    if (due <= NOW.getTime()) return;
    now = new Date(due - 1);
    expect(await isVisible(), `before ${from.text}`).toBe(false);
    now = new Date(due);
    expect(await isVisible(), `at ${from.text}`).toBe(true);
  }
});

describe('the library of a visitor', () => {
  it('keeps the latest of all readings and removals of a book, compared as instants', async () => {
    const visitor = await signUp(api);
    const [first] = await sorted('books', 'id', 'ASC', {});
    const reference = { id: first.id, title: first.title, category: { name: first.category, sub_name: null } };
    // Only past times are used: the API replaces future times with the current time, because clocks of devices may be
    // ahead.
    const past = spellingOf(instant.filter((time) => time <= NOW.getTime() && time > 0));
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(past, fc.boolean()), { minLength: 1, maxLength: 6 }), async (acts) => {
        await test.store.visitors.run(sql`DELETE FROM library WHERE user_id = ${visitor.id}`);
        let entries: { read_at: string }[] = [];
        for (const [{ text }, isRemoval] of acts) {
          const read = { book: reference, cover: null, chapter: null, read_at: text };
          const { status, body } = await visitor.post('history.sync', {
            entries: isRemoval ? [] : [read],
            removed: isRemoval ? [{ book_id: first.id, removed_at: text }] : [],
          });
          expect([status, body.errors], text).toEqual([200, []]);
          entries = body.data.entries;
        }
        const last = Math.max(...acts.map(([{ time }]) => time));
        const isRemoved = acts.some(([{ time }, isRemoval]) => time === last && isRemoval);
        expect(
          entries.map(({ read_at }) => read_at),
          JSON.stringify(acts),
        ).toEqual(isRemoved ? [] : [new Date(last).toISOString()]);
      }),
      { numRuns: examples(40) },
    );
  });
});

describe('date filters of the admin', () => {
  it('compare timestamps as instants', async () => {
    const dates = STEPS.map((step) => new Date(NOW.getTime() + step).toISOString());
    const { catalogue, visitors } = test.store;
    for (const [index, date] of dates.entries()) {
      const email = `filtered${index}@example.org`;
      await addUser(visitors, { accounts: 'local', email, name: '', password: '', createdAt: date });
      const report = { brand: 'local', section: 7, book_id: 1, chapter_id: 1, kind: 'other', passage: '', text: '' };
      await visitors.run(insertInto('reports', { ...report, key: `key-${index}`, note: '', created_at: date }));
      const entry = { at: date, who: 'filter', command: 'test', act: 'change', kind: 'book', record: 1, name: '' };
      await catalogue.run(insertInto('audit_log', entry));
    }
    const bounds = [
      ['visitors', 'created_at', 'since', { q: 'filtered' }],
      ['reports', 'created_at', 'since', {}],
      ['audit-log', 'at', 'since', { who: 'filter' }],
      ['audit-log', 'at', 'until', { who: 'filter' }],
    ] as const;
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...bounds), moment, async ([name, field, bound, filter], { time, text }) => {
        const records = await sorted(name, 'id', 'ASC', { ...filter, [bound]: text });
        const isWithin = (date: string) => (bound === 'since' ? Date.parse(date) >= time : Date.parse(date) < time);
        expect(
          records.map((record: Record<string, string>) => record[field]),
          text,
        ).toEqual(dates.filter(isWithin));
      }),
      { numRuns: examples(100) },
    );
  });
});

describe('every field and filter of the admin that contains a timestamp', () => {
  it('accepts RFC 3339, stores it in UTC, and rejects anything else', async () => {
    const { id } = await write((writer) => writer.putBook(book('fields')));
    const record = (await sorted('chapters', 'place', 'ASC', { book_id: id }))[0];
    const owner = test.staff.owner;
    const event = { section: 7, book_id: id, needed: 5, helped: 0 };
    const FIELDS = {
      voucher: (expires_at: string) => ask('POST', 'vouchers', { user_id: owner, name: 'Gift', coins: 1, expires_at }),
      event: (expires_at: string) => ask('POST', 'help-events', { ...event, inviter: `Ann ${++serial}`, expires_at }),
      book: (publish_at: string) => ask('PATCH', `books/${id}`, { publish_at }),
      chapter: (publish_at: string) => ask('PATCH', `chapters/${record.id}`, { publish_at }),
      free: (free_from: string) => ask('PATCH', `chapters/${record.id}`, { free_from }),
    } as const;
    const FILTERS = ['visitors?since', 'reports?since', 'audit-log?since', 'audit-log?until'];
    const filters = FILTERS.map((name) => {
      const [list = '', bound = ''] = name.split('?');
      return (text: string) =>
        ask('GET', `${list}?${new URLSearchParams({ filter: JSON.stringify({ [bound]: text }) })}`);
    });
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...Object.values(FIELDS), ...filters),
        fc.oneof(nearTimestamp, fc.constantFrom(...UNSTORABLE, ...ODD)),
        async (send, text) => {
          const { status, body } = await send(text);
          const time = parseTimestamp(text);
          expect([200, 201].includes(status), `${status} for ${JSON.stringify(text.slice(0, 60))}`).toBe(
            time !== undefined,
          );
          // 422 for a field, and 400 for a filter or text that cannot be stored.
          if (time === undefined) expect([400, 422]).toContain(status);
          else
            for (const stored of [body.data.expires_at, body.data.publish_at, body.data.free_from])
              if (typeof stored === 'string') expect(stored, text).toMatch(/^\d{4}-\d\d-\d\dT[\d:]{8}(\.\d{3})?Z$/);
        },
      ),
      { numRuns: examples(200) },
    );
  });
});
