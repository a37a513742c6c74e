import { describe, expect, it } from 'vitest';
import type { Ask, Reply } from '#src/server/answer.ts';
import { memoryBody } from '#src/server/files.ts';
import { createPreparedAnswers } from '#src/server/prepared.ts';

const [FIRST, SECOND] = [{ id: '1' }, { id: '2' }];

const asked = (path: string, given: Partial<Ask> = {}): Ask => ({
  method: 'GET',
  path,
  search: '',
  host: 'ash.test',
  client: '127.0.0.1',
  ifNoneMatch: undefined,
  acceptEncoding: undefined,
  acceptLanguage: undefined,
  cookie: undefined,
  fetchSite: undefined,
  ...given,
});
const site = (id: string, live = FIRST) => ({ brand: { id }, release: () => live });
const reply = (text: string, until = Number.POSITIVE_INFINITY): Reply => ({
  body: memoryBody(Buffer.from(text), 'text/html', text.slice(0, 8)),
  status: 200,
  cacheControl: 'no-cache',
  kept: { release: FIRST, until },
});
const LONG = 'a page of a novel, '.repeat(100);

describe('prepared answers', () => {
  it('are found by brand, path and form', async () => {
    const prepared = createPreparedAnswers(100_000);
    const made = await prepared.make(asked('/genres', { acceptEncoding: 'gzip, br' }), site('ash'), reply(LONG));
    expect(prepared.find(asked('/genres', { acceptEncoding: 'br,gzip;q=0.9' }), site('ash'))).toBe(made);
    expect(prepared.find(asked('/genres', { acceptEncoding: 'gzip' }), site('ash'))).toBeUndefined();
    expect(prepared.find(asked('/tags', { acceptEncoding: 'gzip, br' }), site('ash'))).toBeUndefined();
    expect(prepared.find(asked('/genres', { acceptEncoding: 'gzip, br' }), site('oak'))).toBeUndefined();
  });

  it('end with their release', async () => {
    const prepared = createPreparedAnswers(100_000);
    await prepared.make(asked('/'), site('ash'), reply('one'));
    expect(prepared.find(asked('/'), site('ash'))).toBeDefined();
    expect(prepared.find(asked('/'), site('ash', SECOND))).toBeUndefined();
  });

  it('do not outlive a publish that came while they were made', async () => {
    const prepared = createPreparedAnswers(100_000);
    expect(await prepared.make(asked('/'), site('ash', SECOND), reply('one'))).toBeDefined();
    expect(prepared.find(asked('/'), site('ash', SECOND))).toBeUndefined();
  });

  it('end with their time', async () => {
    let now = 1000;
    const prepared = createPreparedAnswers(100_000, () => now);
    await prepared.make(asked('/'), site('ash'), reply('one', 2000));
    now = 1999;
    expect(prepared.find(asked('/'), site('ash'))).toBeDefined();
    now = 2000;
    expect(prepared.find(asked('/'), site('ash'))).toBeUndefined();
  });

  it('are not kept for an address with a query, nor for what is not for everyone', async () => {
    const prepared = createPreparedAnswers(100_000);
    const { kept: _none, ...personal } = reply('one');
    expect(await prepared.make(asked('/', { search: '?a' }), site('ash'), reply('one'))).toBeDefined();
    expect(await prepared.make(asked('/'), site('ash'), personal)).toBeDefined();
    expect(prepared.find(asked('/'), site('ash'))).toBeUndefined();
    expect(prepared.find(asked('/', { search: '?a' }), site('ash'))).toBeUndefined();
  });

  it('are kept with status 200 only', async () => {
    const prepared = createPreparedAnswers(100_000);
    expect(await prepared.make(asked('/'), site('ash'), { ...reply('one'), status: 404 })).toMatchObject({
      status: 404,
    });
    expect(prepared.find(asked('/'), site('ash'))).toBeUndefined();
  });

  it('stay below their bound', async () => {
    const prepared = createPreparedAnswers(6000);
    for (const path of ['/1', '/2', '/3', '/4']) await prepared.make(asked(path), site('ash'), reply(LONG));
    expect(prepared.find(asked('/1'), site('ash'))).toBeUndefined();
    expect(prepared.find(asked('/4'), site('ash'))).toBeDefined();
  });
});
