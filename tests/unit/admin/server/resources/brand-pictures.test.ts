import { resolve } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { sql } from '#src/api/store/sql.ts';
import { cleanUp } from '#src/api/store/writer/clean-up.ts';
import { brandById, loadBrands } from '#src/brand/registry.ts';
import { hash } from '#src/lib/hash.ts';
import { startAdmin, type TestAdmin } from '../fixture.ts';

const drawing = (width: number, height: number, path: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}"><path d="${path}"/></svg>`;
const logo = (path: string) => drawing(131, 32, path);
const base64 = (content: string) => Buffer.from(content).toString('base64');
const address = (content: string) => `data:image/svg+xml;base64,${base64(content)}`;
const nameOf = (content: string) => `${hash(base64(content), 16)}.svg`;

const [A, B] = [logo('M4 4h24v24H4z'), logo('M8 8h24v24H8z')];
const START = Date.parse('2026-06-01T12:00:00Z');
const DAY_MS = 86_400_000;

let test: TestAdmin;
let now: number;
beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  const brand = brandById(await loadBrands(resolve('brands')), 'fingeread');
  test = await startAdmin(undefined, { brands: async () => [brand] });
  setNow(START);
  return () => test.close();
});

function setNow(time: number): void {
  now = time;
  test.setNow(new Date(time));
  // Entries of the audit log have the time of the system.
  vi.setSystemTime(time);
}

afterEach(() => vi.useRealTimers());

/** Saves settings, later than the last time by more than one sitting. */
async function save(settings: object): Promise<void> {
  setNow(now + 11 * 60_000);
  const { status } = await test.ask('PATCH', '/api/brand-settings/fingeread', { as: 'operator', body: settings });
  expect(status).toBe(200);
}
const storedNames = async () =>
  (await test.store.catalogue.all<{ name: string }>(sql`SELECT name FROM brand_pictures`)).map(({ name }) => name);
const cleanUpAfter = (days: number) => cleanUp(test.store, new Date(START + days * DAY_MS));

describe('the stored pictures of brands', () => {
  it('are deleted when neither settings nor anything that can be restored refers to them', async () => {
    await save({ logo: address(A) });
    await save({ logo: address(B) });
    for (let number = 0; number < 21; number += 1) await save({ appName: `Name ${number}` });
    await cleanUpAfter(89);
    expect((await storedNames()).toSorted()).toEqual([nameOf(A), nameOf(B)].toSorted());
    await cleanUpAfter(92);
    expect(await storedNames()).toEqual([nameOf(B)]);
  });

  it('stay while a version refers to them, whatever its age, also if the version does not list them', async () => {
    await save({ logo: address(A) });
    await save({ logo: null });
    await cleanUpAfter(500);
    expect(await storedNames()).toEqual([nameOf(A)]);
    await test.store.catalogue.run(sql`UPDATE revisions SET media = '[]'`);
    await cleanUpAfter(500);
    expect(await storedNames()).toEqual([nameOf(A)]);
    const [, version] = (await test.ask('GET', '/api/brand-settings/fingeread/revisions', { as: 'operator' })).body
      .data;
    const seen = (await test.ask('GET', '/api/brand-settings/fingeread', { as: 'operator' })).body.data;
    const restored = await test.ask('POST', `/api/brand-settings/fingeread/revisions/${version.id}/restore`, {
      as: 'operator',
      body: { seen },
    });
    expect(restored.status).toBe(200);
    expect((await test.ask('GET', '/api/brand-settings/fingeread', { as: 'operator' })).body.data.logo).toBe(nameOf(A));
  });

  it('stay while a change of the last 90 days refers to them, even if it is part of no version', async () => {
    await save({ logo: address(A) });
    await save({ logo: address(B) });
    await test.store.catalogue.run(sql`DELETE FROM revisions`);
    await cleanUpAfter(89);
    expect(await storedNames()).toHaveLength(2);
    await cleanUpAfter(91);
    expect(await storedNames()).toEqual([nameOf(B)]);
  });
});

describe('the icon in the settings of a brand', () => {
  it('must be square, like the one in the folder', async () => {
    const change = (icon: string) =>
      test.ask('PATCH', '/api/brand-settings/fingeread', { as: 'operator', body: { icon: address(icon) } });
    const refused = await change(drawing(131, 32, 'M0 0h9v9H0z'));
    expect([refused.status, Object.keys(refused.body.error.fields ?? refused.body.errors ?? {})]).toEqual([
      422,
      ['icon'],
    ]);
    expect((await change(drawing(64, 64, 'M0 0h9v9H0z'))).status).toBe(200);
  });
});
