import { chmodSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { getConfig } from '#src/config/config.ts';
import { lookAtCode, lookAtState, lookAtWebServerAccess } from '../../../../src/operate/doctor/files.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'lectern-files-'));
  chmodSync(folder, 0o755);
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const make = (name: string, mode: number, content?: string) => {
  const path = join(folder, name);
  if (content === undefined) mkdirSync(path, { recursive: true });
  else writeFileSync(path, content);
  chmodSync(path, mode);
  return path;
};
const installation = (env: NodeJS.ProcessEnv = {}) => ({
  root: folder,
  config: getConfig({ LECTERN_STATE: folder, LECTERN_BRANDS: join(folder, 'brands'), ...env }),
  brands: [],
});

describe("the doctor's check of the code's permissions", () => {
  beforeEach(() => {
    for (const name of ['scripts', 'src', 'node_modules', 'brands']) make(name, 0o755);
  });

  it('passes if everyone can read the code and only its owner can write it', () => {
    make('package.json', 0o644, '{}');
    symlinkSync('nowhere', join(folder, 'src/link'));
    expect(lookAtCode(installation())).toMatchObject({ status: 'fine' });
  });

  it.each([
    ['a folder', 'src', 0o777, undefined],
    ['a file', 'package.json', 0o666, '{}'],
    ['a brand', 'brands/a', 0o777, undefined],
  ])('fails if everyone can write %s', (_, name, mode, content) => {
    const path = make(name, mode, content);
    expect(lookAtCode(installation())).toMatchObject({ status: 'wrong', what: expect.stringContaining(path) });
  });
});

describe("the doctor's check of the state's permissions", () => {
  it("passes if other users cannot access visitors' data", () => {
    make('api', 0o700);
    make('api/mail', 0o700);
    make('api/visitors.db', 0o600, '');
    expect(lookAtState(installation())).toEqual([{ status: 'fine', what: expect.stringContaining(folder) }]);
  });

  it('fails, with a fix for each path, if other users can access the store or its files', () => {
    const api = make('api', 0o755);
    const mails = make('api/mail', 0o700);
    const open = [make('api/visitors.db', 0o640, ''), make('api/mail/1.eml', 0o644, '')];
    expect(lookAtState(installation()).map(({ remedy }) => remedy)).toEqual([
      `Run as its owner: chmod 700 ${api}`,
      `Run as its owner: chmod 600 ${open[0]}`,
      `Run as its owner: chmod 600 ${open[1]}`,
    ]);
    expect(mails).toBe(installation().config.state.concat('/api/mail'));
  });

  it('fails if the state folder is missing', () => {
    expect(lookAtState(installation({ LECTERN_STATE: join(folder, 'none') }))).toMatchObject([{ status: 'wrong' }]);
  });
});

describe("the doctor's check of the web server's access to releases", () => {
  const env = { LECTERN_PROXY_CONFIG: '--server nginx --out /tmp/x' };
  const ofBrand = () => ({ ...installation(env), brands: [{ id: 'a' }] as never });
  it("passes if the web server's user can enter the folders, and is skipped without a web server", () => {
    make('a', 0o755);
    const releases = make('a/releases', 0o755);
    expect(lookAtWebServerAccess(installation())).toMatchObject({ status: 'skipped' });
    expect(lookAtWebServerAccess(ofBrand())).toMatchObject({ status: 'fine' });
    chmodSync(releases, 0o700);
    expect(lookAtWebServerAccess(ofBrand())).toMatchObject({
      status: 'wrong',
      remedy: expect.stringContaining(releases),
    });
  });
});
