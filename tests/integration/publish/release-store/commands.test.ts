import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { getConfig } from '#src/config/config.ts';
import { liveId } from '#src/publish/release/index.ts';
import { storeAction } from '../../../../src/commands/releases/release-store.ts';
import { command, done } from '../../../helpers/commands.ts';
import { type ObjectServer, startObjectServer } from '../../../helpers/object-server.ts';
import { type SmallApi, smallBook, startSmallApi } from '../../../helpers/small-api.ts';
import { type SmallRebuild, smallRebuild } from '../../../helpers/small-rebuild.ts';

const BRAND = ['--brand', 'freenovel'];

let api: SmallApi;
let site: SmallRebuild;
let server: ObjectServer;
beforeAll(async () => {
  api = await startSmallApi(60);
  site = await smallRebuild(api.origin);
  await site.run();
  await api.write((writer) => writer.putBook(smallBook(3, { introduction: 'Another one.' })));
  await site.run();
  server = await startObjectServer();
});
afterAll(async () => {
  await server.close();
  await site.close();
  await api.close();
});

const publisherEnv = () => ({ LECTERN_STATE: site.state, ...server.environment });

function newState(): string {
  const state = mkdtempSync(join(tmpdir(), 'lectern-state-'));
  onTestFinished(() => rmSync(state, { recursive: true, force: true }));
  return state;
}

it('the release store commands push a release to a bucket, pull it, and follow the bucket until they are stopped', async () => {
  const followerEnv = { ...publisherEnv(), LECTERN_STATE: newState() };
  const nothing = await command('releases', [...BRAND, 'pull'], followerEnv);
  expect(nothing).toMatchObject({ code: 2, stderr: expect.stringContaining('has no release of "freenovel"') });
  const pushed = await done('releases', [...BRAND, 'push', '--json'], publisherEnv());
  expect(JSON.parse(pushed.stdout)).toMatchObject([{ brand: 'freenovel', status: 'published', number: 1 }]);
  const pulled = await done('releases', [...BRAND, 'pull'], followerEnv);
  expect(pulled.stdout).toContain(`freenovel: ${liveId(site.folder)} is live here (number 1)`);
  expect(JSON.parse((await done('releases', [...BRAND, 'list', '--json'], followerEnv)).stdout)).toMatchObject([
    { live: true },
  ]);

  const follower = spawn(process.execPath, ['scripts/releases.ts', ...BRAND, 'follow'], {
    env: { ...process.env, ...followerEnv },
    stdio: 'ignore',
  });
  onTestFinished(() => void follower.kill('SIGKILL'));
  const before = liveId(site.folder);
  // A rollback also applies to the store.
  await done('releases', [...BRAND, 'rollback'], publisherEnv());
  expect(liveId(site.folder)).not.toBe(before);
  await expect.poll(() => liveId(join(followerEnv.LECTERN_STATE, 'freenovel'))).toBe(liveId(site.folder));
  const ended = once(follower, 'exit');
  follower.kill('SIGTERM');
  expect(await ended).toEqual([0, null]);

  const swept = await done('releases', [...BRAND, 'sweep'], publisherEnv());
  expect(swept.stdout).toContain('0 releases and 0 bodies removed');
});

it('a rebuild that cannot reach the release store exits with 6, but its release is live on this machine', async () => {
  const before = liveId(site.folder);
  const other = ['rollback', ...(await otherRelease())];
  const ended = await command('releases', [...BRAND, ...other], {
    ...publisherEnv(),
    LECTERN_RELEASES: 'file:///proc/none',
  });
  expect(ended).toMatchObject({
    code: 6,
    stderr: expect.stringContaining('live on this machine, but not in the release store'),
  });
  expect(ended.stderr).toContain('npm run releases -- --brand freenovel push');
  expect(liveId(site.folder)).not.toBe(before);
});

async function otherRelease(): Promise<string[]> {
  const { stdout } = await done('releases', [...BRAND, 'list', '--json'], { LECTERN_STATE: site.state });
  const releases: { release: string; live: boolean }[] = JSON.parse(stdout);
  return releases.filter(({ live }) => !live).map(({ release }) => release);
}

it.each([
  ['push', {}, 'No release store is configured. Set LECTERN_RELEASES'],
  ['pull', { LECTERN_RELEASES: 'ftp://x' }, 'LECTERN_RELEASES is "ftp://x"'],
  ['push', { LECTERN_RELEASES: 'file:///tmp/x', LECTERN_POSTGRES: 'secret' }, 'LECTERN_POSTGRES is not the address'],
] as const)('the command %s with the settings %j exits with 2', async (action, settings, message) => {
  const run = async () => storeAction(getConfig({ LECTERN_STATE: site.state, ...settings }), [], action);
  await expect(run()).rejects.toMatchObject({ exitCode: 2, message: expect.stringContaining(message) });
  await expect(run()).rejects.not.toThrow('secret');
});
