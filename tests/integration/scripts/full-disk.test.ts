import { randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openStore } from '#src/api/index.ts';
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

/** The last line on standard error says what to do, and nothing tells where in the code it happened. */
function expectPlainEnd({ code, stderr }: DiskEnd, message: RegExp): void {
  expect(stderr.trim().split('\n').at(-1)).toMatch(message);
  expect(stderr).not.toMatch(/^\s+at /m);
  expect(code).toBe(CAN_MOUNT || message !== READ_ONLY ? 1 : 2);
}

// Beyond the largest size of a file, SQLite knows of a failed write only.
const FULL = CAN_MOUNT ? /^\S*:? ?The disk is full\. Make room/ : /^\S*:? ?The disk (is full|failed to read or write)/;
const READ_ONLY = CAN_MOUNT ? /mounted read-only\. Mount it/ : /cannot be made.*LECTERN_STATE/;
const full = CAN_MOUNT ? 'on a full disk' : 'beyond the largest size of a file';

describe('npm run import', () => {
  /** A picture that no one can make smaller, in a long book. */
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

  it(`says what to do ${full}, and leaves no part of a book`, async () => {
    fillStore(state, 3);
    const ended = await runOnDisk(['scripts/import.ts', await bigBook()], state, { size: CAN_MOUNT ? 1200 : 500 });
    expectPlainEnd(ended, FULL);
    expect(ended.stderr.trim().split('\n')).toHaveLength(1);
    const store = openStore(join(state, 'api'));
    try {
      expect(store.catalogue.all('SELECT id FROM books')).toHaveLength(3);
    } finally {
      store.close();
    }
    expect(await readdir(join(state, 'api/media/pictures'))).toEqual([]);
  });

  it('says what to do on a disk that is read-only', async () => {
    fillStore(state, 1);
    const ended = await runOnDisk(['scripts/import.ts', 'any.epub'], state, { readOnly: true });
    expectPlainEnd(ended, READ_ONLY);
  });
});

describe('npm run api', () => {
  it('says what to do on a disk that is read-only', async () => {
    fillStore(state, 1);
    expectPlainEnd(await runOnDisk(['scripts/api.ts', '--port', '0'], state, { readOnly: true }), READ_ONLY);
  });
});

describe('npm run rebuild', () => {
  it(`says what to do ${full}, and leaves nothing half-done`, async () => {
    const shared = await testState();
    try {
      fillStore(state, 3);
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

  it('says what to do on a disk that is read-only', async () => {
    fillStore(state, 1);
    expectPlainEnd(await runOnDisk(['scripts/rebuild.ts', '--brand', 'local'], state, { readOnly: true }), READ_ONLY);
  });
});
