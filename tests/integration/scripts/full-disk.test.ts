import { execFileSync, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, readlinkSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import sharp from 'sharp';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openStore } from '#src/api/index.ts';
import { sql } from '#src/api/store/sql.ts';
import { html, publish } from '../../helpers/published-brand.ts';
import { CAN_MOUNT, type DiskEnd, runOnDisk } from '../../helpers/small-disk.ts';
import { testState } from '../../helpers/test-state.ts';
import { document, item, makeEpub, prose } from '../../unit/api/epub/make-epub.ts';
import { fillStore } from './program.ts';

let folder: string;
let state: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lectern-disk-'));
  state = join(folder, 'state');
  await mkdir(state);
});
afterEach(() => rm(folder, { recursive: true, force: true }));

/** Expects that the last line on standard error says what to do, and that there is no stack trace. */
function expectPlainEnd({ code, stderr }: DiskEnd, message: RegExp): void {
  expect(stderr.trim().split('\n').at(-1)).toMatch(message);
  expect(stderr).not.toMatch(/^\s+at /m);
  expect(code).toBe(CAN_MOUNT || message !== READ_ONLY ? 1 : 2);
}

// The message if a file exceeds the size limit, in which case SQLite reports only a failed write.
const FULL = CAN_MOUNT
  ? /^\S*:? ?The disk is full\. Free some space/
  : /^\S*:? ?The disk (is full|failed to read or write)/;
const READ_ONLY = CAN_MOUNT ? /mounted read-only\. Mount it/ : /cannot be created.*LECTERN_STATE/;
const full = CAN_MOUNT ? 'on a full disk' : 'at the file size limit';

/**
 * Free space in KiB, with which the disk becomes full while opening the store, storing the image, and writing the book.
 */
const FREE = CAN_MOUNT ? [20, 500, 1300] : [500];

/** Space that the files of a folder take on a disk with blocks of 4 KiB. */
const usedKib = (folder: string) =>
  Number(/^\d+/.exec(execFileSync('du', ['-sk', '--apparent-size', folder], { encoding: 'utf8' }))?.[0]);

describe('npm run import', () => {
  /** Writes a file with a long book that contains an incompressible image. */
  async function bigBook(): Promise<string> {
    const raw = { width: 1200, height: 1200, channels: 3 as const };
    const picture = await sharp(randomBytes(1200 * 1200 * 3), { raw })
      .png()
      .toBuffer();
    const text = Array.from({ length: 10 }, (_, n) => prose(500, `word${n}x`)).join('');
    const path = join(folder, 'big.epub');
    const epub = makeEpub({
      documents: { 'one.xhtml': document(`<h2>One</h2><p><img src="a.png" alt="noise"/></p>${text}`) },
      nav: item('one.xhtml', 'One'),
      manifest: '<item id="a" href="a.png" media-type="image/png"/>',
      files: { 'OEBPS/a.png': picture },
    });
    await writeFile(path, epub);
    return path;
  }

  it.each(FREE)(`explains what to do ${full} (%i KiB free), and leaves no part of a book behind`, async (free) => {
    await fillStore(state, 3);
    const size = CAN_MOUNT ? usedKib(state) + free : free;
    const ended = await runOnDisk(['scripts/import.ts', await bigBook()], state, { size });
    expectPlainEnd(ended, FULL);
    expect(ended.stderr.trim().split('\n')).toHaveLength(1);
    const store = await openStore(join(state, 'api'));
    try {
      expect(await store.catalogue.all(sql`SELECT id FROM books`)).toHaveLength(3);
    } finally {
      await store.close();
    }
    expect(await readdir(join(state, 'api/media/pictures'))).toEqual([]);
  });

  it('explains what to do on a read-only disk', async () => {
    await fillStore(state, 1);
    const ended = await runOnDisk(['scripts/import.ts', 'any.epub'], state, { readOnly: true });
    expectPlainEnd(ended, READ_ONLY);
  });
});

describe('npm run seed', () => {
  it(`explains what to do ${full}, and leaves no part of the catalogue behind`, async () => {
    const args = ['scripts/seed.ts', '--books', '60'];
    const ended = await runOnDisk(args, state, { size: CAN_MOUNT ? 1500 : 500 });
    expectPlainEnd(ended, FULL);
    const store = await openStore(join(state, 'api'));
    try {
      expect(await store.catalogue.all(sql`SELECT id FROM books`)).toEqual([]);
    } finally {
      await store.close();
    }
  });
});

describe.runIf(CAN_MOUNT)('commands on a read-only disk', () => {
  beforeEach(async () => {
    for (const night of ['one', 'two']) await publish(state, 'local', { pages: { '/': html(night) } });
  });

  it.each([
    ['npm run releases', 'scripts/releases.ts', '--brand', 'local', 'rollback'],
    ['npm run proxy-config', 'scripts/proxy-config.ts', '--server', 'nginx', '--out', 'nginx.conf'],
  ])('%s explains what to do, and changes nothing', async (_title, ...args) => {
    const argsOnDisk = args.map((arg) => (arg === 'nginx.conf' ? join(folder, 'disk', arg) : arg));
    const live = readlinkSync(join(state, 'local/current'));
    const ended = await runOnDisk(argsOnDisk, state, { readOnly: true });
    expectPlainEnd(ended, READ_ONLY);
    expect(
      ended.stderr
        .trim()
        .split('\n')
        .filter((line) => !line.startsWith('{')),
    ).toHaveLength(1);
    expect(readlinkSync(join(state, 'local/current'))).toBe(live);
  });
});

describe.runIf(CAN_MOUNT)('npm run site', () => {
  it('explains what to do on a read-only disk without a bundle', async () => {
    const { code, stderr } = await runOnDisk(['scripts/site.ts', '--port', '0'], state, { readOnly: true });
    const [line, ...others] = stderr
      .trim()
      .split('\n')
      .filter((one) => !one.startsWith('{'));
    expect(line).toMatch(/^The folder .*bundle.* cannot be created: EROFS.*Set LECTERN_STATE to a writable folder\.$/);
    expect({ code, others }).toEqual({ code: 2, others: [] });
  });
});

describe.runIf(existsSync('/dev/full'))('commands that write their output to a file on a full disk', () => {
  const end = async (script: string, redirect: string) => {
    const child = spawn('sh', ['-c', `exec "$@" ${redirect}`, 'sh', process.execPath, ...script.split(' ')], {
      env: { ...process.env, LECTERN_STATE: state },
    });
    let stderr = '';
    child.stderr.on('data', (chunk) => (stderr += chunk));
    const [code] = await once(child, 'close');
    return { code, stdout: '', stderr };
  };

  it('report the failure in one line', async () => {
    const ended = await end('scripts/releases.ts --brand local', '>/dev/full');
    expectPlainEnd(ended, /^The disk is full\. Free some space/);
    expect(ended.stderr.trim().split('\n')).toHaveLength(1);
  });

  it('exit with their usual code if they cannot even report the failure', async () => {
    expect((await end('scripts/releases.ts --brand none', '2>/dev/full')).code).toBe(2);
  });

  it('keep running if they are servers', async () => {
    await fillStore(state, 1);
    const child = spawn(
      'sh',
      ['-c', 'exec "$@" 2>/dev/full', 'sh', process.execPath, 'scripts/api.ts', '--port', '0'],
      {
        env: { ...process.env, LECTERN_STATE: state },
      },
    );
    const ended = once(child, 'close');
    try {
      const [address] = await Promise.race([once(child.stdout, 'data'), ended.then(() => ['it ended'])]);
      const database = new DatabaseSync(join(state, 'api/catalogue.db'));
      database.exec('DROP TABLE books');
      database.close();
      // With each request, the server tries to write a log line, which is lost.
      for (let time = 0; time < 3; time += 1)
        expect((await fetch(new URL('/public/v1/book.show?book_id=1', String(address).trim()))).status).toBe(500);
    } finally {
      child.kill('SIGTERM');
    }
    expect((await ended)[0]).toBe(0);
  });
});

describe('npm run api', () => {
  it('explains what to do on a read-only disk', async () => {
    await fillStore(state, 1);
    expectPlainEnd(await runOnDisk(['scripts/api.ts', '--port', '0'], state, { readOnly: true }), READ_ONLY);
  });
});

describe('npm run rebuild', () => {
  it(`explains what to do ${full}, and leaves no partial changes`, async () => {
    const shared = await testState();
    try {
      await fillStore(state, 3);
      const args = ['scripts/rebuild.ts', '--brand', 'local'];
      const ended = await runOnDisk(args, state, {
        size: CAN_MOUNT ? 2000 : 200,
        bundles: join(shared.folder, 'bundle'),
      });
      expectPlainEnd(ended, FULL);
      expect(ended.stderr).toContain('local: The disk');
      expect(await readdir(join(state, 'local/releases'))).toEqual([]);
      expect(await readdir(join(state, 'local'))).not.toContain('current');
    } finally {
      await shared.remove();
    }
  });

  it('explains what to do on a read-only disk', async () => {
    await fillStore(state, 1);
    expectPlainEnd(await runOnDisk(['scripts/rebuild.ts', '--brand', 'local'], state, { readOnly: true }), READ_ONLY);
  });
});
