import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Role } from '#src/admin/contract/roles.ts';
import { createOpenRecords } from '#src/admin/server/presence/open-records.ts';
import { startAdmin, type TestAdmin } from '../fixture.ts';

describe('open records', () => {
  const opening = { record: 'books/1', page: 'page-one', staff: 1, name: 'Ana', now: 0 };
  const ben = { ...opening, page: 'page-two', staff: 2, name: 'Ben' };

  it('name each other person once, even if the record is open on several pages', () => {
    const records = createOpenRecords();
    expect(records.open(opening)).toEqual([]);
    expect(records.open(opening)).toEqual([]);
    records.open({ ...opening, record: 'books/2', staff: 3, name: 'Cid' });
    records.open({ ...opening, page: 'page-three' });
    expect(records.open(ben)).toEqual([{ staff: 1, name: 'Ana' }]);
  });

  it('expire after 45 seconds without a report, or when the page closes them', () => {
    const records = createOpenRecords();
    records.open(opening);
    expect(records.open({ ...ben, now: 44_999 })).toHaveLength(1);
    expect(records.open({ ...ben, now: 45_000 })).toEqual([]);
    records.close(ben);
    expect(records.open({ ...opening, now: 45_001 })).toEqual([]);
  });

  it('are not closed by another account', () => {
    const records = createOpenRecords();
    records.open(opening);
    records.close({ ...opening, staff: 2 });
    expect(records.open(ben)).toHaveLength(1);
  });

  it('are limited to the latest 50 per account', () => {
    const records = createOpenRecords();
    for (let number = 0; number < 60; number += 1) records.open({ ...opening, record: `books/${number}` });
    const isOpen = (number: number) => records.open({ ...ben, record: `books/${number}` }).length === 1;
    expect([isOpen(9), isOpen(10), isOpen(59)]).toEqual([false, true, true]);
  });
});

describe('PUT /presence/:resource/:id', () => {
  let test: TestAdmin;
  beforeAll(async () => {
    test = await startAdmin();
  });
  afterAll(() => test.close());

  const send = (as: Role, path: string, body: unknown = { page: `page-of-${as}` }, method = 'PUT') =>
    test.ask(method, `/api/presence/${path}`, { as, body });

  it('returns the names of the others who have the record open', async () => {
    expect((await send('editor', 'books/1')).body.data).toEqual([]);
    expect((await send('owner', 'books/1')).body.data).toEqual([{ name: 'editor', isYou: false }]);
    expect((await send('editor', 'books/1', { page: 'other-page' })).body.data).toContainEqual({
      name: 'editor',
      isYou: true,
    });
    await send('owner', 'books/1', { page: 'page-of-owner' }, 'DELETE');
    expect((await send('editor', 'books/1')).body.data).toEqual([{ name: 'editor', isYou: true }]);
  });

  it.each([
    [404, 'planets/1'],
    [404, 'books/x'],
    [403, 'help-events/1'],
    [403, 'staff/1'],
    [403, 'audit-log/1'],
  ])('responds to an editor with %d for %s', async (status, path) => {
    expect((await send('editor', path)).status).toBe(status);
  });

  it('rejects a page id that is too short', async () => {
    expect((await send('editor', 'books/1', { page: 'x' })).status).toBe(422);
  });
});
