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
import { brotliDecompressSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { hash } from '#src/lib/hash.ts';
import {
  createReleaseWriter,
  listReleases,
  nextId,
  openLive,
  openRelease,
  partialReleaseLogFile,
  prune,
  type Release,
  type ReleaseWriter,
  refreshRecycledTree,
  switchLive,
} from '#src/publish/release/index.ts';
import type { WriterOptions } from '#src/publish/release/release-writer.ts';
import { addPage } from '../../../helpers/release-pages.ts';

let brandFolder: string;
beforeEach(() => {
  brandFolder = mkdtempSync(join(tmpdir(), 'lectern-writer-'));
});
afterEach(() => rmSync(brandFolder, { recursive: true, force: true }));

const bytes = (text: string) => new TextEncoder().encode(text);
const releases = () => join(brandFolder, 'releases');
const site = (file: string) => join(brandFolder, 'current/site', file);
const read = (file: string) => readFileSync(file, 'utf8');

interface Work {
  readonly writer: ReleaseWriter;
  readonly previous: Release | undefined;
  page(path: string, html: string, version?: string): void;
}

/** Publishes a release dated in May 2026. */
async function publish(
  day: number,
  fill: (work: Work) => unknown,
  change: Partial<WriterOptions> = {},
): Promise<string> {
  const created = new Date(Date.UTC(2026, 4, day));
  const previous = openLive(brandFolder);
  const id = nextId(brandFolder, created);
  const writer = createReleaseWriter({
    releases: releases(),
    id,
    brand: 'any',
    brandFingerprint: `brand of day ${day}`,
    created,
    previous,
    bundle: { id: 'b', csp: 'c' },
    keepsPages: false,
    ...change,
  });
  const page: Work['page'] = (path, html, version = '') =>
    addPage(writer, { path, html: bytes(html), inputs: hash(html, 32), version }, previous);
  await fill({ writer, previous, page });
  writer.seal();
  await writer.finish();
  await switchLive(brandFolder, id);
  previous?.close();
  return id;
}

/** Reads something from the live release. */
function live<T>(readRelease: (release: Release) => T): T {
  const release = openLive(brandFolder);
  if (!release) throw new Error('Nothing is live.');
  try {
    return readRelease(release);
  } finally {
    release.close();
  }
}

describe('the record of a release', () => {
  it('contains the brand, the date, the previous release, page sizes, and the brand data that the pages were rendered with', async () => {
    const first = await publish(1, ({ page }) => page('/', 'four'));
    const second = await publish(2, ({ page }) => {
      page('/', 'four');
      page('/tags', 'three');
    });
    expect(live(({ info, id, isOutdated }) => ({ info, id, isOutdated }))).toEqual({
      id: second,
      isOutdated: false,
      info: {
        id: second,
        brand: 'any',
        previous: first,
        created: '2026-05-02T00:00:00.000Z',
        bundle: { id: 'b', csp: 'c' },
        pages: 2,
        bytes: 9,
      },
    });
    expect(live((release) => release.brandFingerprint())).toBe('brand of day 2');
    const before = openRelease(join(releases(), first));
    expect(before.info.previous).toBeNull();
    before.close();
  });

  it('contains the items that were left out, and the reason for publishing despite findings', async () => {
    const losses = [{ list: 'books', count: 1 }] as unknown as NonNullable<WriterOptions['losses']>;
    const accepted = { reason: 'It is right.', findings: ['Half of the pages are gone.'] };
    await publish(1, ({ page }) => page('/', 'one'), { losses });
    expect(listReleases(brandFolder)[0]).toMatchObject({ losses });
    expect(listReleases(brandFolder)[0]).not.toHaveProperty('accepted');
    const created = new Date(Date.UTC(2026, 4, 3));
    const writer = createReleaseWriter({
      releases: releases(),
      id: nextId(brandFolder, created),
      brand: 'any',
      brandFingerprint: '',
      created,
      previous: undefined,
      bundle: { id: 'b', csp: 'c' },
      keepsPages: false,
    });
    writer.accept(accepted);
    expect(existsSync(join(writer.folder, 'release.json'))).toBe(false);
    writer.seal();
    writer.accept(accepted);
    await writer.finish();
    const [newest] = listReleases(brandFolder);
    expect(newest).toMatchObject({ accepted, live: false, pages: 0 });
    expect(newest).not.toHaveProperty('losses');
  });

  it('contains the aliases, listing versions and snapshot counts of this release only, and the first of two equal aliases', async () => {
    await publish(1, ({ writer, page }) => {
      page('/', 'one');
      writer.setAliases([
        { identity: 'a', path: '/1' },
        { identity: 'b', path: '/2' },
        { identity: 'a', path: '/3' },
      ]);
      writer.setListings([
        { path: '/genres/1/A', version: 'v1' },
        { path: '/genres/2/B', version: 'v1' },
      ]);
      writer.setContent('one');
      writer.setContent('two');
    });
    const look = (release: Release) => [
      release.alias('a'),
      release.alias('b'),
      release.listingVersion('/genres/1/A'),
      release.listingVersion('/genres/2/B'),
      release.content(),
    ];
    expect(live(look)).toEqual(['/1', '/2', 'v1', 'v1', 'two']);
    await publish(
      2,
      async ({ writer }) => {
        await writer.keepPages({ droppedPaths: () => [], newVersions: () => [] });
        writer.setAliases([{ identity: 'a', path: '/9' }]);
        writer.setListings([{ path: '/genres/1/A', version: 'v2' }]);
      },
      { keepsPages: true },
    );
    expect(live(look)).toEqual(['/9', undefined, 'v2', undefined, undefined]);
  });
});

describe('a release opened for reading', () => {
  it('finds pages, the data they were rendered from, and the pages that it changed', async () => {
    const paths = ['/a', '/b', '/c', '/d', '/e'];
    await publish(1, ({ page }) => {
      for (const path of paths) page(path, path, `v of ${path}`);
    });
    await publish(2, ({ page }) => {
      for (const path of paths) page(path, path === '/a' ? path : `new ${path}`, `v of ${path}`);
    });
    live((release) => {
      expect([...release.pages()].map(({ path }) => path)).toEqual(paths);
      expect(release.renderedFrom('/b')).toEqual({ inputs: hash('new /b', 32), version: 'v of /b' });
      expect(release.renderedFrom('/z')).toBeUndefined();
      expect(release.everyNthPath(1)).toEqual(paths);
      expect(release.everyNthPath(2)).toEqual(['/a', '/c', '/e']);
      expect([...release.changedPaths(1)]).toEqual(['/b', '/c', '/d', '/e']);
      expect([...release.changedPaths(2)]).toEqual(['/c', '/e']);
      expect(release.sections()).toMatchObject({ tag: { pages: 5 } });
      expect([release.hasAsset('/x'), release.asset('/x'), release.alias('x'), release.listingVersion('/x')]).toEqual([
        false,
        undefined,
        undefined,
        undefined,
      ]);
    });
  });
});

describe('browser files of a release', () => {
  const file = (name: string, text: string) => {
    const source = join(brandFolder, `source-${name}`);
    writeFileSync(source, text);
    return { file: source };
  };

  it('are hard-linked with their compressed variants, and are not added twice', async () => {
    const source = file('a.js', 'let a');
    writeFileSync(`${source.file}.br`, 'as br');
    await publish(1, ({ writer }) => {
      writer.addAsset('/_astro/a.js', source);
      writer.addAsset('/_astro/a.js', bytes('never written'));
    });
    expect(statSync(site('_astro/a.js')).ino).toBe(statSync(source.file).ino);
    expect([read(site('_astro/a.js')), read(site('_astro/a.js.br'))]).toEqual(['let a', 'as br']);
    expect(existsSync(site('_astro/a.js.gz'))).toBe(false);
    expect(live((release) => release.assets())).toEqual([
      { url: '/_astro/a.js', age: 0, version: '', hash: hash('let a', 32) },
    ]);
  });

  it('are kept for two more releases for open browser tabs, and are then removed', async () => {
    const add =
      (name: string) =>
      ({ writer }: Work) => {
        writer.addAsset(`/_astro/${name}.js`, bytes(name));
        writer.carryAssets();
      };
    const ages = () => live((release) => release.assets().map(({ url, age }) => `${url.slice(8, -3)} ${age}`));
    await publish(1, add('one'));
    expect(ages()).toEqual(['one 0']);
    await publish(2, add('two'));
    expect(ages()).toEqual(['one 1', 'two 0']);
    expect(read(site('_astro/one.js'))).toBe('one');
    await publish(3, add('three'));
    expect(ages()).toEqual(['one 2', 'three 0', 'two 1']);
    await publish(4, add('one'));
    expect(ages()).toEqual(['one 0', 'three 1', 'two 2']);
    await publish(5, add('five'));
    expect(ages()).toEqual(['five 0', 'one 1', 'three 2']);
    expect(existsSync(site('_astro/two.js'))).toBe(false);
  });

  it('are not carried over if they are damaged or missing', async () => {
    await publish(1, ({ writer }) => {
      writer.addAsset('/_astro/whole.js', bytes('whole'));
      writer.addAsset('/_astro/damaged.js', bytes('damaged'));
      writer.addAsset('/_astro/lost.js', bytes('lost'));
    });
    writeFileSync(site('_astro/damaged.js'), 'DAMAGED');
    rmSync(site('_astro/lost.js'));
    await publish(2, ({ writer }) => writer.carryAssets());
    expect(live((release) => release.assets().map(({ url }) => url))).toEqual(['/_astro/whole.js']);
  });
});

describe('files with a fixed URL in a release', () => {
  /** Adds /robots.txt with a version. @returns whether its content was generated */
  const add = (version: string, text = version) => {
    const generated: string[] = [];
    const fill = async ({ writer }: Work) => {
      await writer.addVersionedAsset({
        url: '/robots.txt',
        version,
        async content() {
          generated.push(text);
          return bytes(text);
        },
      });
    };
    return { made: generated, fill };
  };

  it('are generated once per version and then linked, or generated again if they are damaged', async () => {
    const [first, same, other, again] = [add('v1'), add('v1', 'never'), add('v2'), add('v2', 'v2')];
    await publish(1, first.fill);
    const inode = statSync(site('robots.txt')).ino;
    await publish(2, same.fill);
    expect([first.made, same.made, statSync(site('robots.txt')).ino]).toEqual([['v1'], [], inode]);
    expect(live((release) => release.asset('/robots.txt'))).toEqual({
      url: '/robots.txt',
      age: 0,
      version: 'v1',
      hash: hash('v1', 32),
    });
    await publish(3, other.fill);
    expect([other.made, read(site('robots.txt'))]).toEqual([['v2'], 'v2']);
    writeFileSync(site('robots.txt'), 'V2');
    await publish(4, again.fill);
    expect([again.made, read(site('robots.txt'))]).toEqual([['v2'], 'v2']);
  });

  it('are not generated if the release already has a file with the same URL', async () => {
    const late = add('v1');
    await publish(1, async (work) => {
      work.writer.addAsset('/robots.txt', bytes('own'));
      await late.fill(work);
    });
    expect([late.made, read(site('robots.txt'))]).toEqual([[], 'own']);
  });

  it('are carried over to the next release with their versions, unlike other browser files', async () => {
    await publish(1, async (work) => {
      await add('v1').fill(work);
      work.writer.addAsset('/_astro/a.js', bytes('a'));
    });
    await publish(2, ({ writer }) => writer.keepVersionedAssets());
    expect(live((release) => release.assets())).toEqual([
      { url: '/robots.txt', age: 0, version: 'v1', hash: hash('v1', 32) },
    ]);
    expect(read(site('robots.txt'))).toBe('v1');
    // Nothing is carried over if the previous release lacks the file, or if there is no previous release.
    rmSync(site('robots.txt'));
    await publish(3, ({ writer }) => writer.keepVersionedAssets());
    expect(live((release) => release.assets())).toEqual([]);
    rmSync(releases(), { recursive: true });
    rmSync(join(brandFolder, 'current'));
    await publish(4, ({ writer }) => writer.keepVersionedAssets());
    expect(live((release) => release.assets())).toEqual([]);
  });
});

describe('the kept pages of a release', () => {
  const names = (folder: string) =>
    readdirSync(join(folder, 'site'), { recursive: true, encoding: 'utf8' })
      .filter((name) => statSync(join(folder, 'site', name)).isFile() && !name.endsWith('.br'))
      .sort();
  const hasPages = () => live((release) => [...release.pages()].map(({ path, version }) => `${path} ${version}`));
  const PAGES = { '/': 'home', '/tags': 'tags', '/tags/1/A': 'one', '/genres': 'genres' };
  const all = ({ page }: Work) => {
    for (const [path, html] of Object.entries(PAGES)) page(path, html, 'v1');
  };
  const keepAllBut =
    (dropped: readonly string[], versions: Readonly<Record<string, string>> = {}, added: Record<string, string> = {}) =>
    async ({ writer, page }: Work) => {
      await writer.keepPages({
        droppedPaths: () => dropped,
        newVersions: () => Object.entries(versions).map(([path, version]) => ({ path, version })),
      });
      for (const [path, html] of Object.entries(added)) page(path, html, 'v2');
    };

  it("have the same files as before, and the plan's new version if there is one", async () => {
    await publish(1, all);
    const inode = statSync(site('tags/1/A.html')).ino;
    await publish(2, keepAllBut(['/tags', '/genres'], { '/': 'v9' }, { '/genres': 'new' }), { keepsPages: true });
    expect(hasPages()).toEqual(['/ v9', '/genres v2', '/tags/1/A v1']);
    expect(statSync(site('tags/1/A.html')).ino).toBe(inode);
    expect([read(site('genres.html')), existsSync(site('tags.html'))]).toEqual(['new', false]);
    expect(brotliDecompressSync(readFileSync(site('index.html.br'))).toString()).toBe('home');
    expect(live((release) => release.page('/')?.modified)).toBe('2026-05-01T00:00:00.000Z');
  });

  it('have no files if the release is only a part of a rebuild', async () => {
    await publish(1, all);
    await publish(2, keepAllBut(['/tags'], {}, { '/new': 'new' }), { keepsPages: true, isPart: true });
    expect(hasPages()).toEqual(['/ v1', '/genres v1', '/new v2', '/tags/1/A v1']);
    expect(names(join(brandFolder, 'current'))).toEqual(['new.html']);
  });

  it('are taken from the recycled files, or from the live release if the recycled file is outdated', async () => {
    await publish(1, all);
    for (const day of [2, 3, 4])
      await publish(day, keepAllBut(['/tags'], {}, { '/tags': `day ${day}` }), { keepsPages: true });
    prune(brandFolder);
    const spare = join(releases(), '.spare');
    expect(read(join(spare, 'site/tags.html'))).toBe('tags');
    const inode = statSync(join(spare, 'site/index.html')).ino;
    // The recycled files are from the first day, the live release is from the fourth.
    await publish(5, keepAllBut(['/tags/1/A'], { '/': 'v5' }), { keepsPages: true });
    expect(hasPages()).toEqual(['/ v5', '/genres v1', '/tags v2']);
    expect(names(join(brandFolder, 'current'))).toEqual(['genres.html', 'index.html', 'tags.html']);
    expect([read(site('tags.html')), statSync(site('index.html')).ino]).toEqual(['day 4', inode]);
    expect(existsSync(site('tags/1'))).toBe(false);
    prune(brandFolder);
    await refreshRecycledTree(brandFolder);
    expect(names(spare)).toEqual(['genres.html', 'index.html', 'tags.html']);
    await publish(6, keepAllBut(['/genres'], {}, { '/late': 'late' }), { keepsPages: true });
    expect(hasPages()).toEqual(['/ v5', '/late v2', '/tags v2']);
    expect(names(join(brandFolder, 'current'))).toEqual(['index.html', 'late.html', 'tags.html']);
    expect(existsSync(spare)).toBe(false);
    expect(readdirSync(releases()).filter((name) => name.startsWith('.'))).toEqual([]);
  });

  it('are not taken from recycled files of another bundle, and the next prune deletes these files', async () => {
    await publish(1, all);
    for (const day of [2, 3, 4]) await publish(day, keepAllBut([]), { keepsPages: true });
    prune(brandFolder);
    await publish(5, all, { bundle: { id: 'other', csp: 'c' } });
    await publish(6, keepAllBut(['/tags']), { keepsPages: true, bundle: { id: 'other', csp: 'c' } });
    expect(readdirSync(releases()).filter((name) => name.startsWith('.old-spare'))).toHaveLength(1);
    expect(names(join(brandFolder, 'current'))).toEqual(['genres.html', 'index.html', 'tags/1/A.html']);
    prune(brandFolder);
    expect(readdirSync(releases()).filter((name) => name.startsWith('.old'))).toEqual([]);
  });

  it('are not taken from recycled files without a manifest', async () => {
    await publish(1, all);
    for (const day of [2, 3, 4]) await publish(day, keepAllBut([]), { keepsPages: true });
    prune(brandFolder);
    rmSync(join(releases(), '.spare/manifest.db'));
    await publish(5, keepAllBut(['/tags']), { keepsPages: true });
    expect(names(join(brandFolder, 'current'))).toEqual(['genres.html', 'index.html', 'tags/1/A.html']);
  });

  it('are all named in one error if their files are missing', async () => {
    await publish(1, all);
    rmSync(site('tags.html'));
    rmSync(site('tags/1/A.html.br'));
    const publication = publish(2, keepAllBut([]), { keepsPages: true });
    await expect(publication).rejects.toMatchObject({
      code: 'LOST',
      pages: [{ path: '/tags' }, { path: '/tags/1/A' }],
      message:
        'The page /tags and 1 others have lost a file and cannot be kept. Render it again with: npm run rebuild -- --full.',
    });
    expect(readdirSync(join(releases(), '.next-20260502T000000000Z/site')).sort()).not.toContain('tags.html');
  });
});

describe('the folder of an unfinished release', () => {
  it('is removed if the release is not needed, whether or not the release was sealed', async () => {
    for (const isSealed of [false, true]) {
      const created = new Date(0);
      const writer = createReleaseWriter({
        releases: releases(),
        id: `id-${isSealed}`,
        brand: 'any',
        brandFingerprint: '',
        created,
        previous: undefined,
        bundle: { id: 'b', csp: 'c' },
        keepsPages: true,
      });
      if (isSealed) writer.seal();
      writer.discard();
      expect(existsSync(writer.folder)).toBe(false);
    }
    expect(listReleases(brandFolder)).toEqual([]);
  });

  it('is no longer a partial release after the release is finished', async () => {
    const id = await publish(1, ({ writer, page }) => {
      mkdirSync(writer.folder, { recursive: true });
      writeFileSync(partialReleaseLogFile(writer.folder), '');
      page('/', 'one');
    });
    expect(existsSync(partialReleaseLogFile(join(releases(), id)))).toBe(false);
    expect(existsSync(join(releases(), `.next-${id}`))).toBe(false);
  });
});
