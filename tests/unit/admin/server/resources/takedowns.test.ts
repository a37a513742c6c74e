import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { TakedownEnd } from '#src/admin/contract/takedowns.ts';
import { auditLog, storedBook, storedTakedown } from '#src/api/index.ts';
import { book } from '../../../../integration/api/fixture.ts';
import { NO_JOBS, startAdmin, type TestAdmin } from '../fixture.ts';

const DONE: TakedownEnd = { failed: [], published: 2, releases: 1, media: 3 };
const REASON = 'Order 7 of the court of Ashford';

let test: TestAdmin;
/** The books whose removal was started, and the result of each removal. */
let started: number[];
let ends: (TakedownEnd | Error | Promise<TakedownEnd>)[];

beforeEach(async () => {
  started = [];
  ends = [];
  const takeDown = async (id: number) => {
    started.push(id);
    const end = await (ends.shift() ?? DONE);
    if (end instanceof Error) throw end;
    return end;
  };
  test = await startAdmin(
    async (writer) => {
      await writer.putBook(book('ship', { title: 'The ship' }));
      await writer.putBook(book('lamp', { title: 'The lamp' }));
    },
    { jobs: { ...NO_JOBS, takeDown } },
  );
});
afterEach(() => test.close());

const takeDown = (body: object, as: 'editor' | 'operator' = 'operator') =>
  test.ask('POST', '/api/takedowns', { as, body });
const takedown = async (id = 1) => (await test.ask('GET', `/api/takedowns/${id}`, { as: 'operator' })).body.data;
const act = (action: string, id = 1) =>
  test.ask('POST', `/api/takedowns/${id}/${action}`, { as: 'operator', body: {} });

describe('a takedown in the admin', () => {
  it('removes the book from the store at once, starts the removal from the sites, and is in the audit log', async () => {
    const { status, body } = await takeDown({ book_id: 1, reason: ` ${REASON} ` });
    expect([status, body.data]).toMatchObject([201, { id: 1, title: 'The ship', reason: REASON, status: 451 }]);
    expect(await storedBook(test.store.catalogue, 1)).toBeUndefined();
    expect((await storedTakedown(test.store.catalogue, 1))?.reason).toBe(REASON);
    expect(started).toEqual([1]);
    const entries = await auditLog(test.store.catalogue, 1, 5);
    expect(entries.find(({ kind }) => kind === 'takedown')).toMatchObject({
      act: 'add',
      who: 'operator@example.org',
      command: 'admin',
      name: 'The ship',
      after: { reason: REASON },
    });
    await vi.waitFor(async () => expect(await takedown()).toMatchObject({ removal: 'done' }));
    expect((await takedown()).message).toBe('2 brands published, 1 older release and 3 pictures deleted');
  });

  it('answers 410 without a reason, and also takes down a deleted book', async () => {
    await test.ask('DELETE', '/api/books/2', { as: 'operator' });
    expect((await takeDown({ book_id: 2, reason: null })).body.data).toMatchObject({ status: 410, reason: null });
    const { data } = (await test.ask('GET', '/api/bin', { as: 'operator' })).body;
    expect(data).toEqual([]);
  });

  it.each([
    [{ book_id: 1, reason: '  ' }, 422],
    [{ book_id: 1, reason: 'x'.repeat(2001) }, 422],
    [{ book_id: 1 }, 422],
    [{ book_id: 77, reason: null }, 404],
  ])('is refused for %j and changes nothing', async (body, status) => {
    expect((await takeDown(body)).status).toBe(status);
    expect(await storedBook(test.store.catalogue, 1)).toBeDefined();
    expect(started).toEqual([]);
  });

  it('is refused for editors, and for a book that is already taken down', async () => {
    expect((await takeDown({ book_id: 1, reason: null }, 'editor')).status).toBe(403);
    await takeDown({ book_id: 1, reason: null });
    expect((await takeDown({ book_id: 1, reason: null })).status).toBe(409);
  });

  it('reports a failed removal, which can be completed, but not while it is running', async () => {
    const failed = { ...DONE, failed: [{ brand: 'local', reason: 'The disk is full.' }] };
    const { promise, resolve } = Promise.withResolvers<TakedownEnd>();
    ends = [failed, new Error('The process ended.'), promise];
    await takeDown({ book_id: 1, reason: null });
    await vi.waitFor(async () =>
      expect(await takedown()).toMatchObject({
        removal: 'failed',
        message: expect.stringContaining('local was not published: The disk is full.'),
      }),
    );
    expect((await act('resume')).status).toBe(202);
    await vi.waitFor(async () => expect((await takedown()).message).toBe('The process ended.'));
    await act('resume');
    expect((await takedown()).removal).toBe('running');
    expect([(await act('resume')).status, (await act('allow')).status]).toEqual([409, 409]);
    resolve(DONE);
    await vi.waitFor(async () => expect((await takedown()).removal).toBe('done'));
    expect(started).toEqual([1, 1, 1]);
  });

  it('can be ended, so that the book may be imported again as a new book', async () => {
    await takeDown({ book_id: 1, reason: REASON });
    await vi.waitFor(async () => expect((await takedown()).removal).toBe('done'));
    expect((await act('allow')).status).toBe(200);
    expect((await test.ask('GET', '/api/takedowns', { as: 'operator' })).body).toEqual({ data: [], total: 0 });
    const [latest] = await auditLog(test.store.catalogue, 1, 1);
    expect(latest).toMatchObject({ act: 'delete', kind: 'takedown', who: 'operator@example.org' });
  });
});
