import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { liveId } from '#src/publish/release/index.ts';
import { type SmallApi, startSmallApi } from '../../helpers/small-api.ts';
import { CAN_MOUNT, NAMESPACE } from '../../helpers/small-disk.ts';

const ROOT = resolve('.');
/** Folder of the code. It is read-only and, if the tests run as root, belongs to another user. */
const CODE = CAN_MOUNT ? '/mnt' : ROOT;
const NOBODY = 65_534;
const isRoot = process.getuid?.() === 0;

let api: SmallApi;
let state: string;
beforeAll(async () => {
  api = await startSmallApi(60);
  // Is not in the tests' temporary folder, because other users cannot access that folder.
  state = mkdtempSync('/tmp/lectern-user-');
  if (isRoot) chownSync(state, NOBODY, NOBODY);
});
afterAll(async () => {
  await api.close();
  rmSync(state, { recursive: true, force: true });
});

/** Runs a command as the other user. @param extra shell commands that change the code before it is made read-only */
async function run(args: readonly string[], extra = 'true'): Promise<{ code: number; err: string }> {
  const node = process.execPath.startsWith(`${ROOT}/`) ? CODE + process.execPath.slice(ROOT.length) : process.execPath;
  const user = isRoot ? `setpriv --reuid ${NOBODY} --regid ${NOBODY} --clear-groups` : '';
  const mounted = `mount --bind '${ROOT}' ${CODE} && ${extra} && mount -o remount,ro,bind ${CODE} && cd ${CODE} && exec ${user} "$@"`;
  const command = CAN_MOUNT ? ['unshare', ...NAMESPACE, 'sh', '-c', mounted, 'sh'] : [];
  const [program = node, ...rest] = [...command, node, 'scripts/run.mjs', ...args];
  const child = spawn(program, rest, {
    stdio: ['ignore', 'ignore', 'pipe'],
    env: { PATH: process.env['PATH'], HOME: '/nonexistent', LECTERN_STATE: state, LECTERN_UPSTREAM: api.origin },
  });
  let err = '';
  child.stderr.on('data', (chunk) => (err += chunk));
  const [code] = await once(child, 'close');
  return { code, err };
}

it("a system service can build and publish even if it cannot write to the code's folder", {
  timeout: 300_000,
}, async () => {
  expect(await run(['bundle'])).toMatchObject({ code: 0 });
  expect(await run(['rebuild', '--brand', 'freenovel'])).toMatchObject({ code: 0 });
  expect(liveId(join(state, 'freenovel'))).toBeDefined();
  if (CAN_MOUNT) expect(readdirSync(join(state, '.compiled'))).not.toEqual([]);
  expect(existsSync(join(state, 'bundle'))).toBe(true);
});

it('a system service that cannot install packages explains which user must install them', {
  timeout: 120_000,
}, async () => {
  // Without mounts, this test cannot make the code read-only.
  if (!CAN_MOUNT) return;
  const lock = join(state, 'package-lock.json');
  const locked = JSON.parse(readFileSync('package-lock.json', 'utf8'));
  const hide = `mount --bind '${lock}' ${CODE}/package-lock.json`;
  writeFileSync(lock, JSON.stringify(locked));
  // The lockfile has different bytes but the same packages, so only the stamp file is out of date.
  expect(await run(['releases', '--help'], hide)).toMatchObject({ code: 0 });
  locked.packages['node_modules/astro'].integrity = 'sha512-other';
  writeFileSync(lock, JSON.stringify(locked));
  const { code, err } = await run(['releases', '--help'], hide);
  expect(code).toBe(1);
  expect(err).toMatch(
    /^lectern: .*this user may not install them\. Run this once as the owner of that folder: npm run brand/m,
  );
});
