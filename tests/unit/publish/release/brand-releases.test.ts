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
} from '#src/publish/release/index.ts';

let brandFolder: string;
beforeEach(() => {
  brandFolder = mkdtempSync(join(tmpdir(), 'lectern-brand-'));
});
afterEach(() => rmSync(brandFolder, { recursive: true, force: true }));

const ID = (day: number) => `2026050${day}T000000000Z`;
const folderOf = (id: string) => join(brandFolder, 'releases', id);

/** Writes a release that consists only of release.json. */
function put(day: number, info: object = {}): string {
  mkdirSync(folderOf(ID(day)), { recursive: true });
  writeFileSync(join(folderOf(ID(day)), 'release.json'), JSON.stringify({ id: ID(day), ...info }));
  return ID(day);
}

describe("the functions that manage a brand's releases", () => {
  it('return nothing if there is no folder, or if no release is finished', () => {
    expect([listReleases(brandFolder), otherReleases(brandFolder, ID(1)), liveId(brandFolder)]).toEqual([
      [],
      [],
      undefined,
    ]);
    mkdirSync(folderOf('.next-1'), { recursive: true });
    mkdirSync(folderOf(ID(1)));
    expect(listReleases(brandFolder)).toEqual([]);
  });

  it('list a release even if its release.json cannot be read', () => {
    const id = put(1);
    writeFileSync(join(folderOf(id), 'release.json'), 'half a fi');
    expect(listReleases(brandFolder)).toEqual([{ release: id, live: false, created: '', pages: 0, bytes: 0 }]);
  });

  it('return the releases that can replace a damaged release: first earlier, then later releases, but none from before a takedown', async () => {
    for (const day of [1, 2, 3, 4, 5]) put(day);
    const others = () => otherReleases(brandFolder, ID(3)).map((folder) => folder.slice(-18));
    expect(others()).toEqual([2, 1, 5, 4].map((day) => ID(day).slice(-18)));
    await setFirstWithout(brandFolder, ID(2));
    expect(others()).toEqual([2, 5, 4].map((day) => ID(day).slice(-18)));
  });

  it('create ids that are newer than every existing release, and ignore other files', () => {
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

  it('refuse a rollback if no release precedes the live release, or if the requested release does not exist', async () => {
    await expect(rollback(brandFolder, { to: ID(1) })).rejects.toThrow('Existing releases: none.');
    put(2);
    await switchLive(brandFolder, ID(2));
    put(3);
    await expect(rollback(brandFolder)).rejects.toThrow('There is no earlier release to roll back to.');
  });

  it('refuse a rollback to a damaged release', async () => {
    put(1, { pages: 0, bytes: 0, bundle: { id: 'b', csp: '' } });
    put(2);
    await switchLive(brandFolder, ID(2));
    await expect(rollback(brandFolder)).rejects.toMatchObject({ code: 'DAMAGED', exitCode: 1 });
    expect(liveId(brandFolder)).toBe(ID(2));
  });

  it('return no live release if the link "current" points to a missing release', async () => {
    await expect(switchLive(brandFolder, ID(1))).rejects.toThrow(`There is no release ${ID(1)}.`);
    symlinkSync(join('releases', ID(1)), join(brandFolder, 'current'));
    expect([liveId(brandFolder), openLive(brandFolder)]).toEqual([ID(1), undefined]);
  });

  it('leave no temporary link behind if a release cannot be made live', async () => {
    put(1);
    mkdirSync(join(brandFolder, 'current/in-the-way'), { recursive: true });
    await expect(switchLive(brandFolder, ID(1))).rejects.toThrow(/EISDIR|ENOTEMPTY|EEXIST|ENOTDIR/);
    expect(readdirSync(brandFolder).sort()).toEqual(['current', 'releases']);
  });

  it('remove all releases except a given release, and all partial releases', () => {
    put(1);
    put(2);
    mkdirSync(folderOf('.part-1'), { recursive: true });
    openPartialReleaseLog(folderOf('.part-1'), { buildKey: 'b' }).close();
    mkdirSync(folderOf('.spare'));
    mkdirSync(folderOf('.old-0'));
    expect(removeOtherReleases(brandFolder, ID(2))).toEqual([ID(1)]);
    expect(readdirSync(join(brandFolder, 'releases'))).toEqual([ID(2)]);
  });

  it('roll back to the previous release even if the release.json of the live release cannot be read', async () => {
    put(1, { pages: 0, bytes: 0, bundle: { id: 'b', csp: '' } });
    put(2);
    await switchLive(brandFolder, ID(2));
    writeFileSync(join(folderOf(ID(2)), 'release.json'), 'half a fi');
    // The rollback chooses the right release, but fails because this release has no files in this test.
    await expect(rollback(brandFolder)).rejects.toThrow(ID(1));
  });

  it('remove what interrupted runs left behind, but neither reusable pages nor folders with similar names', () => {
    for (const name of ['.next-1', '.next-2', '.old-1', 'not.next-1']) mkdirSync(folderOf(name), { recursive: true });
    openPartialReleaseLog(folderOf('.next-2'), { buildKey: 'b' }).close();
    removeLeftovers(brandFolder);
    const [part, ...others] = readdirSync(join(brandFolder, 'releases')).sort();
    expect([part?.startsWith('.part'), others]).toEqual([true, ['not.next-1']]);
  });
});

it('an alias is recorded with its locale as a prefix, except in English', () => {
  expect([aliasKey('en', 'genre:7'), aliasKey('es', 'genre:7')]).toEqual(['genre:7', 'es:genre:7']);
});
