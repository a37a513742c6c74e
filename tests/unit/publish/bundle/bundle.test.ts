import {
  existsSync,
  globSync,
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
import { join, resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { lockFile } from '#src/lib/file-lock.ts';
import { hash } from '#src/lib/hash.ts';
import { ensureBundle, SOURCES } from '#src/publish/bundle/bundle.ts';

/** Folders in src that are not part of the bundle. */
const OUTSIDE = ['admin', 'api', 'commands', 'operate', 'serve'];

it("the bundle's sources include every folder in src that is not listed as unbundled", () => {
  const src = resolve('src');
  const folders = readdirSync(src, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  const files = globSync([...SOURCES]);
  const missing = folders
    .map(({ name }) => name)
    .filter((name) => !files.some((file) => file.startsWith(`src/${name}/`)));
  expect(missing.sort()).toEqual(OUTSIDE);
});

describe('a bundle shipped with the code', () => {
  /** Folder with code that cannot be built, and its state folder. */
  let root: string;
  let id: string;

  const log = {
    info: (_message: string, fields: { id?: string }) => {
      id = fields.id ?? id;
    },
    warn: () => {},
  };
  const ensure = () => ensureBundle({ root, state: join(root, 'state'), log: log as never });

  beforeEach(async () => {
    root = mkdtempSync(join(tmpdir(), 'lectern-bundle-'));
    writeFileSync(join(root, 'package-lock.json'), '{}');
    id = '';
    await expect(ensure()).rejects.toThrow('The site could not be built');
  });
  afterEach(() => rmSync(root, { recursive: true }));

  /**
   * Provides a prebuilt bundle with one file.
   * @param code content that the bundle's record expects of the file
   */
  function deliver(code: string): void {
    const folder = join(root, 'prebuilt/bundle', id);
    mkdirSync(join(folder, 'client'), { recursive: true });
    writeFileSync(join(folder, 'client/page.js'), 'whole');
    const record = { id, csp: "default-src 'none'", files: { 'client/page.js': hash(code, 32) } };
    writeFileSync(join(folder, 'bundle.json'), JSON.stringify(record));
  }

  it('is copied into the state folder without building', async () => {
    deliver('whole');
    const { csp, folder, assets } = await ensure();
    expect(csp).toBe("default-src 'none'");
    expect(folder).toBe(join(root, 'state/bundle', id));
    expect(assets.map(({ url }) => url)).toEqual(['/page.js']);
    expect(readFileSync(join(folder, 'client/page.js'), 'utf8')).toBe('whole');
  });

  it('is not built or copied while another process provides the same bundle', async () => {
    const folder = join(root, 'state/bundle');
    const lock = lockFile(join(folder, `.lock-${id}`), 'exclusive');
    let isDone = false;
    const pending = ensure().finally(() => {
      isDone = true;
    });
    await wait(300);
    expect(isDone).toBe(false);
    deliver('whole');
    renameSync(join(root, 'prebuilt/bundle', id), join(folder, id));
    lock?.close();
    expect((await pending).folder).toBe(join(folder, id));
  });

  describe('that contains a symbolic link', () => {
    /** Target of a link, which must not be reached. */
    let canary: string;
    beforeEach(() => {
      canary = mkdtempSync(join(tmpdir(), 'lectern-canary-'));
      writeFileSync(join(canary, 'page.js'), 'whole');
    });
    afterEach(() => rmSync(canary, { recursive: true }));

    const plant: [string, (folder: string) => void][] = [
      [
        'a link to the same content',
        (folder) => {
          rmSync(join(folder, 'client/page.js'));
          symlinkSync(join(canary, 'page.js'), join(folder, 'client/page.js'));
        },
      ],
      [
        'a folder that is a link',
        (folder) => {
          rmSync(join(folder, 'client'), { recursive: true });
          symlinkSync(canary, join(folder, 'client'));
        },
      ],
      [
        'a bundle that is a link',
        (folder) => {
          renameSync(folder, join(canary, 'bundle'));
          symlinkSync(join(canary, 'bundle'), folder);
        },
      ],
      ['a link that the record does not name', (folder) => symlinkSync(canary, join(folder, 'client/more'))],
      [
        'a link in place of the record',
        (folder) => {
          renameSync(join(folder, 'bundle.json'), join(canary, 'bundle.json'));
          symlinkSync(join(canary, 'bundle.json'), join(folder, 'bundle.json'));
        },
      ],
    ];
    it.each(plant)('is not copied: %s', async (_, change) => {
      deliver('whole');
      change(join(root, 'prebuilt/bundle', id));
      const before = readdirSync(canary, { recursive: true });
      await expect(ensure()).rejects.toThrow(/The site could not be built|is a symbolic link/);
      expect(existsSync(join(root, 'state/bundle', id))).toBe(false);
      expect(readdirSync(canary, { recursive: true })).toEqual(before);
    });
  });

  it('is not copied if it is damaged', async () => {
    deliver('another');
    await expect(ensure()).rejects.toThrow('The site could not be built');
  });
});
