import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { linkBundleFolder } from '#src/publish/release/bundle-folder.ts';
import {
  bundleFolder,
  createReleaseWriter,
  diffReleases,
  listReleases,
  liveId,
  nextId,
  openLive,
  openRelease,
  prune,
  refreshRecycledTree,
  removeLeftovers,
  removeOtherReleases,
  rollback,
  setFirstWithout,
  switchLive,
} from '#src/publish/release/index.ts';
import { addPage } from '../../../helpers/release-pages.ts';

let brandFolder: string;

beforeEach(() => {
  brandFolder = mkdtempSync(join(tmpdir(), 'lectern-release-'));
});
afterEach(() => rmSync(brandFolder, { recursive: true, force: true }));

const bytes = (text: string) => new TextEncoder().encode(text);

/** Publishes a release with these pages. */
async function publish(pages: Record<string, string>, day = 1): Promise<string> {
  const created = new Date(Date.UTC(2026, 4, day));
  const previous = openLive(brandFolder);
  const id = nextId(brandFolder, created);
  const writer = createReleaseWriter({
    releases: join(brandFolder, 'releases'),
    id,
    brand: 'any',
    brandFingerprint: 'f',
    created,
    previous,
    bundle: { id: 'b', csp: 'c' },
    keepsPages: false,
  });
  for (const [path, html] of Object.entries(pages))
    addPage(writer, { path, html: bytes(html), inputs: html, version: '' }, previous);
  writer.setAliases(['/ranking/hot/1/1', '/ranking/new/2/1'].map((path) => ({ identity: 'ranking', path })));
  writer.addAsset('/_brand/a.css', bytes('a{}'));
  writer.addAsset('/_brand/long.css', bytes('a { color: red }\n'.repeat(100)));
  writer.seal();
  await writer.finish();
  await switchLive(brandFolder, id);
  previous?.close();
  return id;
}

const site = (file: string) => join(brandFolder, 'current/site', file);

describe('a release', () => {
  it('has a link to site/ that is named after its bundle', async () => {
    await publish({ '/': '<h1>Home</h1>' });
    const byBundle = join(brandFolder, 'current', bundleFolder('b'));
    expect(readFileSync(join(byBundle, 'index.html'), 'utf8')).toBe('<h1>Home</h1>');
    linkBundleFolder(join(brandFolder, 'current/'), 'newer');
    expect(existsSync(byBundle)).toBe(false);
    expect(existsSync(join(brandFolder, 'current', bundleFolder('newer'), 'index.html'))).toBe(true);
  });

  it("has compressed variants next to the brand's files", async () => {
    await publish({ '/': '<h1>Home</h1>' });
    const css = readFileSync(site('_brand/long.css'), 'utf8');
    expect(brotliDecompressSync(readFileSync(site('_brand/long.css.br'))).toString()).toBe(css);
    expect(gunzipSync(readFileSync(site('_brand/long.css.gz'))).toString()).toBe(css);
    expect(existsSync(site('_brand/a.css.br'))).toBe(false);
  });

  it('has a record and a compressed variant for each page', async () => {
    await publish({ '/': '<h1>Home</h1>', '/genres/1/Rom%C3%A1ntico': '<h1>Genre</h1>' });
    expect(readFileSync(site('genres/1/Romántico.html'), 'utf8')).toBe('<h1>Genre</h1>');
    expect(brotliDecompressSync(readFileSync(site('index.html.br'))).toString()).toBe('<h1>Home</h1>');
    expect(existsSync(site('index.html.gz'))).toBe(false);
    const live = openLive(brandFolder);
    expect(live?.info).toMatchObject({ brand: 'any', pages: 2, bytes: 27, bundle: { id: 'b', csp: 'c' } });
    expect(live?.page('/')).toMatchObject({
      file: 'index.html',
      bytes: 13,
      modified: '2026-05-01T00:00:00.000Z',
    });
    expect(live?.page('/nothing')).toBeUndefined();
    expect(live?.alias('ranking')).toBe('/ranking/hot/1/1');
    expect(live?.hasAsset('/_brand/a.css')).toBe(true);
    expect(readFileSync(site('_brand/a.css'), 'utf8')).toBe('a{}');
    live?.close();
  });

  it("links the previous file of a page and keeps the page's date if the bytes are the same", async () => {
    await publish({ '/': 'same', '/genres': 'old' }, 1);
    const inode = statSync(site('index.html')).ino;
    await publish({ '/': 'same', '/genres': 'new' }, 2);
    expect(statSync(site('index.html')).ino).toBe(inode);
    expect(statSync(site('index.html.br')).nlink).toBe(2);
    const live = openLive(brandFolder);
    expect(live?.page('/')?.modified).toBe('2026-05-01T00:00:00.000Z');
    expect(live?.page('/genres')?.modified).toBe('2026-05-02T00:00:00.000Z');
    live?.close();
  });

  it('is not listed until it is finished', async () => {
    const writer = createReleaseWriter({
      releases: join(brandFolder, 'releases'),
      id: '20260501T000000000Z',
      brand: 'any',
      brandFingerprint: 'f',
      created: new Date(0),
      previous: undefined,
      bundle: { id: 'b', csp: 'c' },
      keepsPages: false,
    });
    addPage(writer, { path: '/', html: bytes('x'), inputs: 'x', version: '' });
    expect(listReleases(brandFolder)).toEqual([]);
    writer.discard();
    expect(existsSync(writer.folder)).toBe(false);
  });
});

describe('the releases of a brand', () => {
  it('have ascending ids even if the clock is set back', async () => {
    const first = await publish({ '/': '1' }, 9);
    const second = await publish({ '/': '2' }, 3);
    expect([first, second]).toEqual(['20260509T000000000Z', '20260509T000000001Z']);
  });

  it('are listed newest first, and the live release is marked', async () => {
    const [one, two] = [await publish({ '/': '1' }, 1), await publish({ '/': '22' }, 2)];
    expect(listReleases(brandFolder)).toEqual([
      { release: two, live: true, created: '2026-05-02T00:00:00.000Z', pages: 1, bytes: 2 },
      { release: one, live: false, created: '2026-05-01T00:00:00.000Z', pages: 1, bytes: 1 },
    ]);
  });

  it('can be rolled back step by step, down to the oldest', async () => {
    const one = await publish({ '/': '1' }, 1);
    await publish({ '/': '2' }, 2);
    expect(await rollback(brandFolder)).toBe(one);
    expect(liveId(brandFolder)).toBe(one);
    await expect(rollback(brandFolder)).rejects.toMatchObject({ exitCode: 2 });
    expect(liveId(brandFolder)).toBe(one);
  });

  it('can be rolled back to the predecessor of the live release, which is never pruned', async () => {
    const good = await publish({ '/': 'good' }, 1);
    for (const day of [2, 3, 4]) await publish({ '/': `bad ${day}` }, day);
    await switchLive(brandFolder, good);
    await publish({ '/': 'bad too' }, 5);
    prune(brandFolder);
    expect(await rollback(brandFolder)).toBe(good);
  });

  it('can be rolled back to a given id, unless that release is missing, live or damaged', async () => {
    const ids = [await publish({ '/': 'one' }), await publish({ '/': 'two' }, 2), await publish({ '/': 'three' }, 3)];
    const [one = '', two = '', three = ''] = ids;
    expect(await rollback(brandFolder, { to: one })).toBe(one);
    expect(readFileSync(site('index.html'), 'utf8')).toBe('one');
    await expect(rollback(brandFolder, { to: '20260101T000000000Z' })).rejects.toThrow(
      `Existing releases: ${three}, ${two}, ${one}.`,
    );
    await expect(rollback(brandFolder, { to: one })).rejects.toThrow('already live');
    writeFileSync(join(brandFolder, 'releases', two, 'site/index.html'), 'TWO');
    await expect(rollback(brandFolder, { to: two })).rejects.toMatchObject({
      code: 'DAMAGED',
      exitCode: 1,
      message: expect.stringContaining('site/index.html differs from the record'),
    });
    // With a sample of 0, only sizes are compared.
    expect(await rollback(brandFolder, { to: two, sample: 0 })).toBe(two);
    rmSync(join(brandFolder, 'releases', one, 'site/index.html.br'));
    await expect(rollback(brandFolder)).rejects.toThrow('index.html.br is missing');
    expect(liveId(brandFolder)).toBe(two);
  });

  it('cannot become live again if they were created before a takedown', async () => {
    const ids = [];
    for (const day of [1, 2, 3]) ids.push(await publish({ '/': `day ${day}` }, day));
    const [first = '', second = '', third = ''] = ids;
    await setFirstWithout(brandFolder, second);
    expect(await rollback(brandFolder)).toBe(second);
    await expect(rollback(brandFolder, { to: first })).rejects.toThrow(
      `The release ${first} was made before a book was taken down and would show it again, so it cannot go live.`,
    );
    await expect(rollback(brandFolder)).rejects.toThrow('would show it again');
    expect(liveId(brandFolder)).toBe(second);
    expect(await rollback(brandFolder, { to: third })).toBe(third);
  });

  it('can all be removed, with partial releases, except the live release', async () => {
    for (const day of [1, 2, 3, 4]) await publish({ '/': `day ${day}` }, day);
    prune(brandFolder);
    const releases = join(brandFolder, 'releases');
    const live = liveId(brandFolder) ?? '';
    const others = listReleases(brandFolder)
      .map(({ release }) => release)
      .filter((id) => id !== live);
    expect(removeOtherReleases(brandFolder, live).toSorted()).toEqual(others.toSorted());
    expect(readdirSync(releases).filter((name) => !name.startsWith('.bundle'))).toEqual([live]);
    expect(readFileSync(site('index.html'), 'utf8')).toBe('day 4');
  });

  it('cannot be rolled back if there is only one', async () => {
    await publish({ '/': 'one' });
    await expect(rollback(brandFolder)).rejects.toThrow('There is no earlier release to roll back to.');
  });

  it('are pruned, except the newest three and the live release', async () => {
    const ids: string[] = [];
    for (let day = 1; day <= 5; day += 1) ids.push(await publish({ '/': String(day) }, day));
    await switchLive(brandFolder, ids[0] ?? '');
    expect(prune(brandFolder)).toEqual([ids[1]]);
    expect(listReleases(brandFolder).map(({ release }) => release)).toEqual([ids[4], ids[3], ids[2], ids[0]]);
  });

  it('can be compared with each other', async () => {
    const one = await publish({ '/': 'same', '/genres': 'old', '/tags': 'gone' }, 1);
    const two = await publish({ '/': 'same', '/genres': 'new', '/login': 'added' }, 2);
    expect(diffReleases(brandFolder, one, two)).toEqual({
      added: ['/login'],
      changed: ['/genres'],
      removed: ['/tags'],
      assets: { added: [], changed: [], removed: [] },
    });
    expect(() => diffReleases(brandFolder, one, '../elsewhere')).toThrow(/no release/);
  });

  it('keep the same live release if a rollback to an unknown id is requested', async () => {
    const one = await publish({ '/': '1' });
    await expect(switchLive(brandFolder, '20200101T000000000Z')).rejects.toMatchObject({ exitCode: 2 });
    expect(liveId(brandFolder)).toBe(one);
  });

  it('are not removed together with the leftovers of interrupted runs', async () => {
    const id = await publish({ '/': '1' });
    for (const name of ['.next-1', '.next-2', '.old-1'])
      mkdirSync(join(brandFolder, 'releases', name, 'site'), { recursive: true });
    writeFileSync(join(brandFolder, 'releases/.next-2/part.jsonl'), '');
    writeFileSync(join(brandFolder, '.current-ab'), '');
    removeLeftovers(brandFolder);
    expect(readdirSync(join(brandFolder, 'releases'))).toEqual([id]);
    expect(existsSync(join(brandFolder, '.current-ab'))).toBe(false);
    expect(openReleaseOf(id).pages).toBe(1);
  });
});

describe('the recycled files of a former release', () => {
  const releases = () => join(brandFolder, 'releases');
  const files = (folder: string) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((name) => statSync(join(folder, name)).isFile())
      .sort()
      .map((name) => [name, readFileSync(join(folder, name), 'latin1')]);

  /** Publishes four releases, the first of which becomes the recycled tree. */
  async function recycle(): Promise<void> {
    await publish({ '/': 'same', '/genres': 'old', '/tags': 'gone', '/tags/7/Slow': 'gone too' }, 1);
    for (const day of [2, 3, 4]) await publish({ '/': 'same', '/genres': `new ${day}`, '/login': 'added' }, day);
    prune(brandFolder);
  }

  it('are updated to the live release, and the next release is built from them', async () => {
    await recycle();
    const before = files(join(brandFolder, 'current/site'));
    await refreshRecycledTree(brandFolder);
    expect(files(join(releases(), '.spare/site'))).toEqual(before);
    expect(readdirSync(releases()).filter((name) => name.startsWith('.next'))).toEqual([]);
    const live = openLive(brandFolder);
    const inode = statSync(join(releases(), '.spare/site/login.html')).ino;
    const created = new Date(Date.UTC(2026, 4, 5));
    const writer = createReleaseWriter({
      releases: releases(),
      id: nextId(brandFolder, created),
      brand: 'any',
      brandFingerprint: 'f',
      created,
      previous: live,
      bundle: { id: 'b', csp: 'c' },
      keepsPages: true,
    });
    await writer.keepPages({ droppedPaths: () => ['/genres'], newVersions: () => [] });
    expect(statSync(join(writer.folder, 'site/login.html')).ino).toBe(inode);
    const names = files(join(writer.folder, 'site')).map(([name]) => name);
    expect(names).toEqual(['index.html', 'index.html.br', 'login.html', 'login.html.br']);
    expect(files(join(brandFolder, 'current/site'))).toEqual(before);
    writer.discard();
    live?.close();
  });

  it('are not used after the live release has lost a file', async () => {
    await recycle();
    rmSync(site('login.html'));
    await expect(refreshRecycledTree(brandFolder)).rejects.toThrow('/login has lost a file');
    expect(existsSync(join(releases(), '.spare/manifest.db'))).toBe(false);
    removeLeftovers(brandFolder);
    expect(readdirSync(releases()).filter((name) => name.startsWith('.'))).toEqual(['.spare']);
  });
});

function openReleaseOf(id: string) {
  const release = openRelease(join(brandFolder, 'releases', id));
  release.close();
  return release.info;
}
