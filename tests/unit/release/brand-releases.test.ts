import { mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  aliasKey,
  listReleases,
  liveId,
  nextId,
  openLive,
  openPartialReleaseLog,
  otherReleases,
  removeLeftovers,
  removeOtherReleases,
  rollback,
  setFirstWithout,
  switchLive,
} from '#src/release/index.ts';

let brandFolder: string;
beforeEach(() => {
  brandFolder = mkdtempSync(join(tmpdir(), 'lectern-brand-'));
});
afterEach(() => rmSync(brandFolder, { recursive: true, force: true }));

const ID = (day: number) => `2026050${day}T000000000Z`;
const folderOf = (id: string) => join(brandFolder, 'releases', id);

/** A release of which only release.json is there. */
function put(day: number, info: object = {}): string {
  mkdirSync(folderOf(ID(day)), { recursive: true });
  writeFileSync(join(folderOf(ID(day)), 'release.json'), JSON.stringify({ id: ID(day), ...info }));
  return ID(day);
}

describe('the releases of a brand', () => {
  it('are none where it has no folder, or only unfinished ones', () => {
    expect([listReleases(brandFolder), otherReleases(brandFolder, ID(1)), liveId(brandFolder)]).toEqual([
      [],
      [],
      undefined,
    ]);
    mkdirSync(folderOf('.next-1'), { recursive: true });
    mkdirSync(folderOf(ID(1)));
    expect(listReleases(brandFolder)).toEqual([]);
  });

  it('are listed also where release.json cannot be read', () => {
    const id = put(1);
    writeFileSync(join(folderOf(id), 'release.json'), 'half a fi');
    expect(listReleases(brandFolder)).toEqual([{ release: id, live: false, created: '', pages: 0, bytes: 0 }]);
  });

  it('but one are those before it first, the newest first, and none of before a takedown', async () => {
    for (const day of [1, 2, 3, 4, 5]) put(day);
    const others = () => otherReleases(brandFolder, ID(3)).map((folder) => folder.slice(-18));
    expect(others()).toEqual([2, 1, 5, 4].map((day) => ID(day).slice(-18)));
    await setFirstWithout(brandFolder, ID(2));
    expect(others()).toEqual([2, 5, 4].map((day) => ID(day).slice(-18)));
  });

  it('get ids that are later than the newest, whatever else stands there', () => {
    const now = new Date(Date.UTC(2026, 4, 3));
    put(2);
    expect(nextId(brandFolder, now)).toBe(ID(3));
    put(3);
    expect(nextId(brandFolder, now)).toBe('20260503T000000001Z');
    put(9);
    expect(nextId(brandFolder, now)).toBe('20260509T000000001Z');
    rmSync(folderOf(ID(9)), { recursive: true });
    mkdirSync(folderOf('x20270101T000000000Z'));
    writeFileSync(join(folderOf('x20270101T000000000Z'), 'release.json'), '{}');
    expect(nextId(brandFolder, now)).toBe(ID(3));
  });

  it('have none to go back to where there is none before the live one, or none that is named', async () => {
    await expect(rollback(brandFolder, { to: ID(1) })).rejects.toThrow('There are: none.');
    put(2);
    await switchLive(brandFolder, ID(2));
    put(3);
    await expect(rollback(brandFolder)).rejects.toThrow('There is no release before the live one to go back to.');
  });

  it('that are damaged are told with their first fault and how many more there are', async () => {
    put(1, { pages: 0, bytes: 0, bundle: { id: 'b', csp: '' } });
    put(2);
    await switchLive(brandFolder, ID(2));
    await expect(rollback(brandFolder)).rejects.toMatchObject({ code: 'DAMAGED', exitCode: 1 });
    expect(liveId(brandFolder)).toBe(ID(2));
  });

  it('are none live where the link leads to none, or nowhere', async () => {
    await expect(switchLive(brandFolder, ID(1))).rejects.toThrow(`There is no release ${ID(1)}.`);
    symlinkSync(join('releases', ID(1)), join(brandFolder, 'current'));
    expect([liveId(brandFolder), openLive(brandFolder)]).toEqual([ID(1), undefined]);
  });

  it('go live or leave no link behind', async () => {
    put(1);
    mkdirSync(join(brandFolder, 'current/in-the-way'), { recursive: true });
    await expect(switchLive(brandFolder, ID(1))).rejects.toThrow(/EISDIR|ENOTEMPTY|EEXIST|ENOTDIR/);
    expect(readdirSync(brandFolder).sort()).toEqual(['current', 'releases']);
  });

  it('are removed with what could be continued of them', () => {
    put(1);
    put(2);
    mkdirSync(folderOf('.part-1'), { recursive: true });
    openPartialReleaseLog(folderOf('.part-1'), { buildKey: 'b' }).close();
    mkdirSync(folderOf('.spare'));
    mkdirSync(folderOf('.old-0'));
    expect(removeOtherReleases(brandFolder, ID(2))).toEqual([ID(1)]);
    expect(readdirSync(join(brandFolder, 'releases'))).toEqual([ID(2)]);
  });

  it('can be gone back to also where the live one says nothing of itself any more', async () => {
    put(1, { pages: 0, bytes: 0, bundle: { id: 'b', csp: '' } });
    put(2);
    await switchLive(brandFolder, ID(2));
    writeFileSync(join(folderOf(ID(2)), 'release.json'), 'half a fi');
    // Found, though it is no whole release here.
    await expect(rollback(brandFolder)).rejects.toThrow(ID(1));
  });

  it('lose what interrupted runs left, but for pages that another run can use, and nothing that only looks like it', () => {
    for (const name of ['.next-1', '.next-2', '.old-1', 'not.next-1']) mkdirSync(folderOf(name), { recursive: true });
    openPartialReleaseLog(folderOf('.next-2'), { buildKey: 'b' }).close();
    removeLeftovers(brandFolder);
    const [part, ...others] = readdirSync(join(brandFolder, 'releases')).sort();
    expect([part?.startsWith('.part'), others]).toEqual([true, ['not.next-1']]);
  });
});

it('an alias is recorded by its locale, but in English by itself', () => {
  expect([aliasKey('en', 'genre:7'), aliasKey('es', 'genre:7')]).toEqual(['genre:7', 'es:genre:7']);
});
