import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { addRedirects, addressKey, readRedirects, redirectsFile } from '#src/publish/release/index.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lectern-redirects-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

describe('addressKey', () => {
  it.each([
    ['https://old.example/Story/The-Raft/', '/story/the-raft'],
    ['/story/the-raft?utm_source=x#top', '/story/the-raft'],
    ['https://old.example/%e7%ac%ac1%E7%AB%A0/', '/第1章'],
    ['/第1章', '/第1章'],
    ['https://old.example/?p=57', '/?p=57'],
    ['/?page_id=7', '/?page_id=7'],
    ['/a%20b', '/a%20b'],
    ['https://old.example/', undefined],
    ['/?s=rain', undefined],
    ['/?p=x', undefined],
    ['/%ff', undefined],
    ['/a%0Ab', undefined],
    ['javascript:alert(1)', undefined],
    ['mailto:a@old.example', undefined],
    ['', undefined],
  ])('converts %s to %s', (address, key) => {
    expect(addressKey(address)).toBe(key);
  });
});

describe('addRedirects', () => {
  it('keeps existing lines, including comments', async () => {
    await writeFile(redirectsFile(folder), '# mine\n/old /genres');
    const result = await addRedirects(folder, [
      ['https://old.example/OLD/', '/novel/1'],
      ['https://old.example/new/', '/novel/2'],
      ['/new', '/novel/2'],
    ]);
    expect(result).toEqual({ added: 1, conflicts: ['/old'] });
    expect(await readFile(redirectsFile(folder), 'utf8')).toBe('# mine\n/old /genres\n/new /novel/2\n');
  });

  it('adds no lines when called again with the same redirects', async () => {
    expect(await addRedirects(folder, [['/a', '/novel/1']])).toMatchObject({ added: 1 });
    expect(await addRedirects(folder, [['/a/', '/novel/1']])).toEqual({ added: 0, conflicts: [] });
  });
});

describe('readRedirects', () => {
  it('ignores targets on other hosts, and incomplete lines', async () => {
    await writeFile(
      redirectsFile(folder),
      '/a //evil.example\n/b https://evil.example\n/c\n\n/d /novel/1 308\n/d /novel/2\n/e /x\\y\n',
    );
    expect([...readRedirects(folder)]).toEqual([['/d', '/novel/1']]);
  });

  it('returns nothing if there is no file', () => {
    expect(readRedirects(folder).size).toBe(0);
  });
});
