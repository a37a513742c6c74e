import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { sql } from '#src/api/store/sql.ts';
import { removeUser } from '#src/api/store/visitors/accounts.ts';
import { exportOf } from '#src/api/store/visitors/export.ts';
import { settleReport } from '#src/api/store/visitors/reports.ts';
import { book, NOW, type OpenApi, openApi } from '../../../integration/api/fixture.ts';
import { signUp } from '../../../integration/api/visitor.ts';

let api: OpenApi;
let serial = 0;

beforeAll(async () => {
  api = await openApi(async (writer) => {
    await writer.putBook(book('a'));
    await writer.putBook(book('b', { brands: ['freenovel'] }));
  });
});
beforeEach(() => api.setNow(NOW));
afterAll(() => api.close());

const report = (more: object = {}) => {
  serial += 1;
  const ids = { book_id: 1, chapter_id: 2, key: `key-of-report-${serial}` };
  return { ...ids, kind: 'text', passage: ' at for ', text: 'It has to be “four”.', ...more };
};
const sendReport = (body: object, name = `device-${serial}`, address = `10.2.0.${serial}`) =>
  api.post('report.add', body, { 'device-uuid': name, 'x-forwarded-for': address });
const stored = async (id: number) => await api.store.visitors.get(sql`SELECT * FROM reports WHERE id = ${id}`);

describe('report.add', () => {
  it('stores the report as open', async () => {
    const { status, body } = await sendReport(report());
    expect([status, body.data.report.created_at]).toEqual([200, NOW.toISOString()]);
    const ids = { brand: 'local', section: 7, book_id: 1, chapter_id: 2, user_id: null };
    const expected = { kind: 'text', passage: 'at for', text: 'It has to be “four”.' };
    expect(await stored(body.data.report.id)).toMatchObject({ ...ids, ...expected, settled_at: null, note: '' });
  });

  it('stores a report only once per brand if it is sent repeatedly', async () => {
    const sent = report();
    const first = (await sendReport(sent)).body.data.report;
    expect((await sendReport({ ...sent, text: 'Sent again.' })).body.data.report).toEqual(first);
    const other = await api.post('/freenovel_api/v1/report.add', sent, { 'device-uuid': 'device-other' });
    expect(other.body.data.report.id).not.toBe(first.id);
  });

  it.each([
    ['book_id', { book_id: 0 }],
    ['chapter_id', { chapter_id: 'x' }],
    ['kind', { kind: 'spam' }],
    ['passage', { passage: 'x'.repeat(1001) }],
    ['text', { text: 'x'.repeat(2001) }],
    ['text', { kind: 'other', text: ' ' }],
    ['key', { key: 'short' }],
  ])('names the invalid field %s (case %#)', async (field, more) => {
    const { status, body } = await sendReport(report(more));
    expect(status).toBe(400);
    expect(body.errors[0].message).toMatch(new RegExp(`^${field}\\b`));
  });

  it.each([
    ['a missing book', { book_id: 99 }],
    ['a book that the brand does not offer', { book_id: 2, chapter_id: 3 }],
    ['a chapter of another book', { chapter_id: 3 }],
  ])('stores no report about %s', async (_, more) => {
    expect((await sendReport(report(more))).status).toBe(404);
  });

  it('requires a device, and accepts ten reports an hour from each device', async () => {
    expect((await api.post('report.add', report())).status).toBe(400);
    const sent = Array.from({ length: 11 }, () => report());
    const answers = [];
    for (const one of sent) answers.push((await sendReport(one, 'device-busy')).status);
    expect(answers).toEqual([...Array(10).fill(200), 429]);
    // A repeated report is not counted.
    expect((await sendReport(sent[0] ?? {}, 'device-busy')).status).toBe(200);
  });

  it('accepts sixty reports an hour from each network', async () => {
    const answers = [];
    for (let count = 0; count < 61; count += 1)
      answers.push((await sendReport(report(), undefined, '10.3.0.1')).status);
    expect(answers).toEqual([...Array(60).fill(200), 429]);
  });
});

describe('a report by a signed-in visitor', () => {
  it("is contained in the visitor's data export, and is deleted with the account", async () => {
    const visitor = await signUp(api);
    const headers = { authorization: `Bearer ${visitor.token}`, 'device-uuid': 'device-signed-in' };
    const { id } = (await api.post('report.add', report(), headers)).body.data.report;
    const exported = await exportOf(api.store.visitors, visitor.id);
    expect(exported['reports']).toMatchObject([{ book_id: 1, kind: 'text', text: 'It has to be “four”.' }]);
    await removeUser(api.store.visitors, visitor.id);
    expect(await stored(id)).toBeUndefined();
  });
});

describe('settled reports', () => {
  it('are deleted after a year, unlike open reports', async () => {
    const ids = [];
    for (const _ of [1, 2]) ids.push((await sendReport(report())).body.data.report.id);
    const [settled, open] = ids;
    const by = { at: NOW.toISOString(), by: 'editor@example.org' };
    await settleReport(api.store.visitors, settled, { settled: by, note: 'Mended.' });
    const afterDays = (days: number) => api.setNow(new Date(NOW.getTime() + days * 86_400_000));
    afterDays(365);
    await sendReport(report());
    expect(await stored(settled)).toMatchObject({ note: 'Mended.', settled_by: 'editor@example.org' });
    afterDays(366);
    await sendReport(report());
    expect(await stored(settled)).toBeUndefined();
    expect(await stored(open)).toBeDefined();
  });
});
