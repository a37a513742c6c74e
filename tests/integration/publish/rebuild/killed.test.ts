import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type FaultyUpstream, startFaultyUpstream } from '../../../helpers/faulty-upstream.ts';
import { type SmallApi, smallBook, startSmallApi } from '../../../helpers/small-api.ts';
import { liveFiles, type SmallRebuild, smallRebuild } from '../../../helpers/small-rebuild.ts';

let api: SmallApi;
let upstream: FaultyUpstream;
let site: SmallRebuild;
let child: ChildProcess | undefined;

beforeEach(async () => {
  api = await startSmallApi(60);
  upstream = await startFaultyUpstream(api.origin);
  site = await smallRebuild(upstream.origin);
  await site.run();
  await api.write((writer) => writer.putBook(smallBook(6, { introduction: 'After the kill.' })));
});
afterEach(async () => {
  child?.kill('SIGKILL');
  await site.close();
  await upstream.close();
  await api.close();
});

/**
 * Runs a rebuild in a separate process, and kills it after `times` lines of output match and `reached` has resolved.
 */
async function killAt(line: RegExp, times: number, reached: () => Promise<void> = async () => {}): Promise<void> {
  const started = spawn(process.execPath, ['tests/helpers/rebuild-process.ts', upstream.origin, site.state], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  child = started;
  const ended = once(started, 'exit');
  let seen = 0;
  for await (const output of createInterface({ input: started.stdout })) {
    if (line.test(output)) seen += 1;
    if (seen < times) continue;
    await reached();
    started.kill('SIGKILL');
    break;
  }
  expect(await ended).toEqual([null, 'SIGKILL']);
}

async function expectRecovery(before: Record<string, string>): Promise<void> {
  expect(liveFiles(site.folder)).toEqual(before);
  upstream.clearFaults();
  expect((await site.run()).status).toBe('published');
  expect(readdirSync(join(site.folder, 'releases')).filter((name) => name.startsWith('.'))).toEqual([]);
}

describe('a rebuild killed by SIGKILL', () => {
  it('leaves the live release unchanged if it was writing pages, and the next rebuild succeeds', async () => {
    const before = liveFiles(site.folder);
    await killAt(/^\//, 40);
    expect(readdirSync(join(site.folder, 'releases')).some((name) => name.startsWith('.next-'))).toBe(true);
    await expectRecovery(before);
  });

  it('leaves the live release and the snapshot unchanged if it was reading the upstream', async () => {
    const before = liveFiles(site.folder);
    upstream.break((call) => call.name === 'bookRank.book_list', 'hang');
    await killAt(/reading/, 1, async () => {
      while (!upstream.calls.some((call) => call.name === 'bookRank.book_list'))
        await new Promise((resolve) => setTimeout(resolve, 10));
    });
    await expectRecovery(before);
  });
});
