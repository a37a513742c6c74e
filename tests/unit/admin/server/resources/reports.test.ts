import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Role } from '#src/admin/contract/roles.ts';
import { addReport, openReports } from '#src/api/store/visitors/reports.ts';
import { startAdmin, type TestAdmin } from '../fixture.ts';

let test: TestAdmin;
const NOW = new Date('2026-06-01T12:00:00Z');

beforeEach(async () => {
  test = await startAdmin(undefined, { brands: async () => [] });
  for (const [place, brand] of ['local', 'freenovel', 'local'].entries()) {
    const sender = { brand, section: place === 1 ? 27 : 7, user: undefined, now: NOW };
    const words = { passage: 'The lamp', text: place === 2 ? 'It burns' : '', key: `key-of-report-${place}` };
    const kind = place === 0 ? 'rights' : 'text';
    await addReport(test.store.visitors, sender, { book_id: place + 1, chapter_id: 9, kind, ...words });
  }
});
afterEach(() => test.close());

const ask = (method: string, path: string, body?: unknown, as?: Role) => test.ask(method, `/api/${path}`, { as, body });
const idsMatching = async (filter: object) => {
  const query = new URLSearchParams({ filter: JSON.stringify(filter), sort: 'id' });
  return (await ask('GET', `reports?${query}`, undefined, 'editor')).body.data.map(({ id }: { id: number }) => id);
};
const change = (id: number, body: object, as: Role = 'editor') => ask('PATCH', `reports/${id}`, body, as);
const lastEntry = async () =>
  (await ask('GET', 'audit-log?sort=id&order=DESC&perPage=1', undefined, 'editor')).body.data[0];

describe('reader reports in the admin API', () => {
  it('can be filtered by state, kind, brand, language, book and search text', async () => {
    await change(3, { state: 'settled' });
    expect(await idsMatching({ state: 'open' })).toEqual([1, 2]);
    expect(await idsMatching({ state: 'settled' })).toEqual([3]);
    expect(await idsMatching({ kind: 'rights' })).toEqual([1]);
    expect(await idsMatching({ brand: 'local' })).toEqual([1, 3]);
    expect(await idsMatching({ section: 27 })).toEqual([2]);
    expect(await idsMatching({ book_id: 2 })).toEqual([2]);
    expect(await idsMatching({ q: 'BURNS' })).toEqual([3]);
  });

  it("contain the path of the chapter in the reader's language", async () => {
    const pathOf = async (id: number) => (await ask('GET', `reports/${id}`, undefined, 'editor')).body.data.path;
    expect([await pathOf(1), await pathOf(2)]).toEqual(['/book-reader/1/9', '/de/book-reader/2/9']);
  });

  it("can be settled by an editor with a note, and the audit log omits the reader's words", async () => {
    const { body } = await change(1, { state: 'settled', note: ' Mended. ' });
    const settled = { settled_at: NOW.toISOString(), settled_by: 'editor@example.org' };
    expect(body.data).toMatchObject({ state: 'settled', note: 'Mended.', ...settled });
    expect(await openReports(test.store.visitors)).toBe(2);
    expect((await ask('GET', 'status', undefined, 'editor')).body.data.reports).toBe(2);
    const logged = await lastEntry();
    expect(logged).toMatchObject({ who: 'editor@example.org', act: 'change', kind: 'report', name: 'report 1' });
    expect([logged.before, logged.after]).toEqual([
      { state: 'open', note: '' },
      { state: 'settled', note: 'Mended.' },
    ]);
    expect(JSON.stringify(logged)).not.toContain('lamp');
  });

  it('keep settled_at and settled_by if only the note changes', async () => {
    await change(1, { state: 'settled' });
    test.setNow(new Date('2026-06-02T12:00:00Z'));
    expect((await change(1, { note: 'Later.' }, 'owner')).body.data).toMatchObject({
      settled_at: NOW.toISOString(),
      settled_by: 'editor@example.org',
      note: 'Later.',
    });
  });

  it('lose settled_at and settled_by when they are reopened', async () => {
    await change(1, { state: 'settled', note: 'Later.' });
    const opened = (await change(1, { state: 'open' })).body.data;
    expect(opened).toMatchObject({ state: 'open', settled_at: null, settled_by: null, note: 'Later.' });
  });

  it('are restored by undoing an audit log entry, unless they have changed since then', async () => {
    await change(1, { state: 'settled', note: 'Mended.' });
    const { id } = await lastEntry();
    const undo = () => ask('POST', `audit-log/${id}/undo`, {}, 'editor');
    expect((await undo()).status).toBe(200);
    expect((await ask('GET', 'reports/1', undefined, 'editor')).body.data).toMatchObject({ state: 'open', note: '' });
    expect((await undo()).status).toBe(409);
  });

  it.each([
    ['an unknown state', { state: 'lost' }],
    ['a note of 2001 characters', { note: 'x'.repeat(2001) }],
    ["a change to the reader's text", { text: 'other' }],
  ])('reject %s', async (_, body) => {
    expect((await change(1, body)).status).toBe(422);
  });
});
