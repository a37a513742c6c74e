import { execFileSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { brotliCompressSync } from 'node:zlib';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { hash } from '#src/lib/hash.ts';
import { checkedPage, liveId, openLive, openRelease } from '#src/publish/release/index.ts';
import { checkedReleaseInfo } from '#src/publish/release/release-info.ts';
import { openFolderStore } from '#src/publish/release-store/folder-store.ts';
import { isKey, type ObjectStore } from '#src/publish/release-store/object-store.ts';
import { pullRelease } from '#src/publish/release-store/pull.ts';
import { pushRelease } from '#src/publish/release-store/push.ts';
import { keysOf, readPointer } from '#src/publish/release-store/stored-release.ts';
import { sweepStore } from '#src/publish/release-store/sweep.ts';
import { html, publish } from '../../../helpers/published-brand.ts';
import { FACTS } from '../../../helpers/release-pages.ts';
import { type StoredJson, tamperManifest, tamperRelease } from '../../../helpers/tampered-store.ts';

const KEYS = keysOf('ash');
const PAGES = { '/a': html('A'), '/b': html('B') };

let root: string;
let machine: string;
let store: ObjectStore;
/** A folder outside the release, containing a canary file. */
let outside: string;
beforeEach(async () => {
  root = mkdtempSync(join(tmpdir(), 'lectern-tampered-'));
  machine = join(root, 'there/ash');
  mkdirSync(join(machine, 'releases'), { recursive: true });
  outside = join(root, 'outside');
  mkdirSync(outside);
  writeFileSync(join(outside, 'canary.html'), 'canary');
  writeFileSync(join(root, 'there/visitors.db'), 'canary');
  mkdirSync(join(root, 'store'));
  store = openFolderStore(join(root, 'store'));
  await publish(join(root, 'here'), 'ash', {
    pages: PAGES,
    aliases: { 'tag:1': '/a' },
    assets: { '/robots.txt': 'x' },
  });
  await pushRelease({ store, brand: 'ash', folder: join(root, 'here/ash') });
});
afterEach(() => {
  expect(readFileSync(join(outside, 'canary.html'), 'utf8')).toBe('canary');
  expect(readFileSync(join(root, 'there/visitors.db'), 'utf8')).toBe('canary');
  rmSync(root, { recursive: true, force: true });
});

async function pull(limitMs?: number) {
  const pointer = await readPointer(store, KEYS);
  if (!pointer) throw new Error('nothing was published');
  return pullRelease({ store, brand: 'ash', folder: machine, pointer: pointer.pointer, limitMs });
}
const refused = async (reason: RegExp | string) => {
  await expect(pull()).rejects.toThrow(reason);
  expect(liveId(machine)).toBeUndefined();
};

describe('pullRelease from a store with a tampered manifest', () => {
  it('derives file names from page paths, and ignores the file names in the manifest', async () => {
    await tamperManifest(store, 'ash', root, {
      sql: (sql) => void sql.exec(`UPDATE pages SET file = '../../../../visitors.db'`),
    });
    await pull();
    const live = openLive(machine);
    expect(live?.page('/a')?.file).toBe('a.html');
    live?.close();
    const own = new DatabaseSync(join(machine, 'current/manifest.db'));
    expect(own.prepare(`SELECT file FROM pages WHERE path = '/b'`).get()).toEqual({ file: 'b.html' });
    own.close();
  });

  it.each([
    [
      'a view for pages',
      'ALTER TABLE pages RENAME TO p; CREATE VIEW pages AS SELECT * FROM p',
      /version|view "pages"|table "p"/,
    ],
    [
      'an endless view',
      'DROP TABLE listings; CREATE VIEW listings AS WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c) SELECT x AS path, x AS version FROM c',
      'the view "listings"',
    ],
    ['a trigger', 'CREATE TRIGGER t AFTER INSERT ON pages BEGIN DELETE FROM pages; END', 'the trigger "t"'],
    ['a virtual table', 'CREATE VIRTUAL TABLE f USING fts5(x)', /the (virtual )?table "f/],
    ['another table', 'CREATE TABLE other (x)', 'the table "other"'],
    ['a generated column', `ALTER TABLE meta ADD COLUMN x TEXT AS (hex(zeroblob(100))) VIRTUAL`, 'the table "meta"'],
    ['a missing table', 'DROP TABLE aliases', 'lacks the table "aliases"'],
    ['a newer version', 'PRAGMA user_version = 99', 'has version 99'],
    ['an empty hash', `UPDATE pages SET hash = ''`, 'an invalid row in pages'],
    ['a path outside the folder', `UPDATE pages SET path = '/../../x' WHERE path = '/a'`, 'an invalid row in pages'],
    [
      'a path with an encoded slash',
      `UPDATE pages SET path = '/..%2F..%2Fx' WHERE path = '/a'`,
      'an invalid row in pages',
    ],
    [
      'a path in the folder of browser files',
      `UPDATE pages SET path = '/_astro/x' WHERE path = '/a'`,
      'an invalid row in pages',
    ],
    ['a page of unbounded size', `UPDATE pages SET bytes = 300000000 WHERE path = '/a'`, 'an invalid row in pages'],
    [
      'a date with a line break',
      `UPDATE pages SET modified = modified || char(13, 10) || 'x: y' WHERE path = '/a'`,
      'an invalid row in pages',
    ],
    [
      'a redirect with a line break',
      `UPDATE aliases SET path = '/a' || char(10) || 'x: y'`,
      'an invalid row in aliases',
    ],
    ['a redirect to another host', `UPDATE aliases SET path = '//evil.example'`, 'an invalid row in aliases'],
    ['a file outside the folder', `UPDATE assets SET url = '/../x.js'`, /cannot be written|another file/],
    ['a file with different content', `UPDATE assets SET hash = '${'0'.repeat(32)}'`, 'file at /robots.txt differs'],
    ['fewer pages than release.json states', `DELETE FROM pages WHERE path = '/a'`, 'but release.json counts'],
    ['an unknown key', `INSERT INTO meta VALUES ('x', 'y')`, 'an invalid row in meta'],
    ['a number instead of a text', `UPDATE pages SET version = x'00' WHERE path = '/a'`, 'an invalid row in pages'],
  ])('refuses %s', async (_what, script, reason) => {
    await tamperManifest(store, 'ash', root, { sql: (sql) => void sql.exec(script) });
    await refused(reason);
  });

  it('refuses a manifest in which a view has endless rows', async () => {
    await tamperManifest(store, 'ash', root, {
      sql: (sql) =>
        void sql.exec(
          `UPDATE sqlite_schema SET rootpage = (SELECT rootpage FROM sqlite_schema WHERE name = 'assets') WHERE name = 'pages'`,
        ),
    });
    await refused('cannot be used');
  });

  it('stops at its time limit if a page never arrives', async () => {
    const { get } = store;
    store = { ...store, get: (key) => (key.includes('/pages/') ? new Promise(() => {}) : get(key)) };
    await expect(pull(4000)).rejects.toThrow('was not downloaded');
    expect(liveId(machine)).toBeUndefined();
  });

  it('limits the decompressed size of a page body', async () => {
    const bomb = Buffer.alloc(300 * 2 ** 20);
    const digest = hash(bomb, 32);
    await store.put(KEYS.page(digest), brotliCompressSync(bomb, { params: { 1: 1 } }));
    await tamperManifest(store, 'ash', root, {
      sql: (sql) => void sql.exec(`UPDATE pages SET hash = '${digest}' WHERE path = '/a'`),
    });
    await refused('is damaged');
  });

  it('neither makes the release live nor writes outside its folder, whichever bytes of the manifest change', async () => {
    const flips = fc.array(fc.tuple(fc.nat(), fc.nat(255)), { minLength: 1, maxLength: 40 });
    await fc.assert(
      fc.asyncProperty(flips, async (changes) => {
        await tamperManifest(store, 'ash', root, {
          bytes(content) {
            for (const [at, byte] of changes) content[at % content.length] = byte;
            return content;
          },
        });
        await pull().catch((error: unknown) => expect(String(error)).toMatch(/StoreError/));
        expect(readdirSync(outside)).toEqual(['canary.html']);
      }),
      { numRuns: 4 },
    );
  });
});

function setAt(json: StoredJson, path: string, value: unknown): void {
  const names = path.split('.');
  const last = names.pop() ?? '';
  names.reduce((at, name) => at[name], json)[last] = value;
}

describe('pullRelease from a store with a tampered release.json', () => {
  it.each([
    ['of another brand', 'brand', 'oak', 'belongs to another release'],
    ['with another id', 'id', 'other', 'belongs to another release'],
    ['with the info of another brand', 'info.brand', 'oak', 'it belongs to the brand oak'],
    ['with a line break in the policy', 'info.bundle.csp', 'x\r\nset-cookie: a', 'must be a valid header value'],
    ['with a bundle outside its folder', 'info.bundle.id', '../../x', /damaged|must consist/],
    ['with a previous release outside its folder', 'info.previous', '../../x', 'must consist of letters'],
    ['with blocks of excessive size', 'manifest.blockBytes', 2 ** 40, 'is damaged'],
    ['with more bytes than its blocks contain', 'manifest.bytes', 2 ** 33, 'is damaged'],
    ['with a file outside its folder', 'assets.0.url', '/../../x', 'is damaged'],
    ['with a file without content', 'assets.0.variants', {}, 'is damaged'],
  ])('refuses a release %s', async (_what, path, value, reason) => {
    await tamperRelease(store, 'ash', (json) => setAt(json, path, value));
    await refused(reason);
  });
});

describe('a release store that contains links', () => {
  /** Moves a folder or file of the store away and links to it. */
  function link(path: string): void {
    const target = join(outside, path.replaceAll('/', '-'));
    renameSync(join(root, 'store', path), target);
    symlinkSync(target, join(root, 'store', path));
  }

  it.each(['ash', 'ash/pages', 'ash/blocks', 'ash/releases', 'ash/current.json'])(
    'is refused if %s is a symbolic link',
    async (path) => {
      link(path);
      await expect(readPointer(store, KEYS).then(() => pull())).rejects.toThrow('is a symbolic link');
      await expect(sweepStore({ store, brand: 'ash', graceMs: 0 })).rejects.toThrow('is a symbolic link');
    },
  );

  it('is not swept through a symbolic link: the sweep fails before it removes anything', async () => {
    mkdirSync(join(root, 'store/ash/parts/old'), { recursive: true });
    writeFileSync(join(root, 'store/ash/parts/old/run.json'), '{}');
    symlinkSync(outside, join(root, 'store/ash/parts/linked'));
    await expect(sweepStore({ store, brand: 'ash', graceMs: -1000 })).rejects.toThrow('linked is a symbolic link');
    expect(existsSync(join(root, 'store/ash/parts/old/run.json'))).toBe(true);
    rmSync(join(root, 'store/ash/parts/linked'));
    renameSync(join(root, 'store/ash/parts'), join(outside, 'parts'));
    symlinkSync(join(outside, 'parts'), join(root, 'store/ash/parts'));
    await expect(sweepStore({ store, brand: 'ash', graceMs: -1000 })).rejects.toThrow('parts is a symbolic link');
    await expect(store.remove(['ash/parts/old/run.json'])).rejects.toThrow('is a symbolic link');
    await expect(store.put('ash/parts/old/x', Buffer.of())).rejects.toThrow('is a symbolic link');
    expect(readdirSync(join(outside, 'parts/old'))).toEqual(['run.json']);
  });

  it('is refused without blocking if an object is a FIFO', async () => {
    rmSync(join(root, 'store', KEYS.pointer));
    execFileSync('mkfifo', [join(root, 'store', KEYS.pointer)]);
    await expect(readPointer(store, KEYS)).rejects.toThrow('is a named pipe');
  });

  it('may itself be reached through a symbolic link', async () => {
    renameSync(join(root, 'store'), join(root, 'disk'));
    symlinkSync(join(root, 'disk'), join(root, 'store'));
    expect((await pull()).status).toBe('live');
  });
});

describe('a local release with tampered files', () => {
  it('is not opened if its manifest contains a view', async () => {
    await pull();
    const folder = join(machine, 'releases', liveId(machine) ?? '');
    const sql = new DatabaseSync(join(folder, 'manifest.db'));
    sql.exec('CREATE VIEW v AS SELECT 1');
    sql.close();
    expect(() => openRelease(folder)).toThrow('has a view, trigger or virtual table: v');
  });

  it.each(['../..', 'releases/..', '/etc', 'releases/a/../b', 'other/x', 'releases/.spare'])(
    'is not live if the link "current" points to %s',
    (target) => {
      symlinkSync(target, join(machine, 'current'));
      expect(liveId(machine)).toBeUndefined();
    },
  );
});

describe('the names in a stored release', () => {
  it('never point outside their folder', () => {
    const part = fc.constantFrom('..', '.', '', 'a', 'A', '\\', '\0', '\n', ' ', 'ä', '%2e', '-', '_', 'x'.repeat(600));
    fc.assert(
      fc.property(fc.array(part, { maxLength: 8 }), fc.constantFrom('', '/'), (parts, separator) => {
        const key = parts.join(separator);
        if (isKey(key)) expect(join('/base', key).startsWith('/base/')).toBe(true);
        if (/\.\.|[\\\p{Cc} ä%]|^\/|\/$|\/\//u.test(key) || key.length > 512) expect(isKey(key)).toBe(false);
      }),
    );
  });

  it('map a page to a file in its folder, or to no file', () => {
    const part = fc.oneof(
      fc.constantFrom(
        '/',
        '..',
        '%2e%2e',
        '%2F',
        '\\',
        '%5C',
        '%00',
        '\r\n',
        '%0A',
        '_astro',
        'index',
        'a',
        'é',
        '%C3%A9',
      ),
      fc.string({ maxLength: 4 }),
    );
    const page = {
      hash: 'a'.repeat(32),
      bytes: 1,
      modified: '2026-11-01T00:00:00Z',
      inputs: '',
      version: '',
      listing: '',
    };
    fc.assert(
      fc.property(fc.array(part, { maxLength: 8 }), (parts) => {
        const checked = checkedPage({ ...page, ...FACTS, path: parts.join(''), file: '../x' });
        if (!checked) return;
        expect(join('/site', checked.file)).toBe(`/site/${checked.file}`);
        expect(dirname(join('/site', checked.file)).startsWith('/site')).toBe(true);
        expect(checked.path).toMatch(/^\/[^\s\\]*$/);
      }),
      { numRuns: 2000 },
    );
  });

  it('contain no line breaks, and neither do the header values of a release', () => {
    const bundle = { id: 'bundle', csp: '' };
    const info = { id: 'one', brand: 'ash', created: '2026-11-01T00:00:00Z', pages: 1, bytes: 1 };
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom('a', ' ', '\r', '\n', '\0', 'é', ';', '\t') }), (csp) => {
        const check = () => checkedReleaseInfo({ ...info, bundle: { ...bundle, csp } }, { id: 'one', brand: 'ash' });
        if (/^[a ;]*$/.test(csp)) expect(check).not.toThrow();
        else expect(check).toThrow('must be a valid header value');
      }),
    );
  });
});
