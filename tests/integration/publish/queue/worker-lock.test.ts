import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished, vi } from 'vitest';
import { work } from '#src/commands/nights/worker.ts';
import { lockFile } from '#src/lib/file-lock.ts';

it('a second worker with the same state folder exits before it takes a job', async () => {
  const state = mkdtempSync(join(tmpdir(), 'lectern-worker-'));
  const lock = lockFile(join(state, 'worker.lock'), 'exclusive');
  onTestFinished(() => {
    lock?.close();
    vi.unstubAllEnvs();
    rmSync(state, { recursive: true });
  });
  // Nothing responds at these addresses, so a worker that did not exit would fail with a different error.
  vi.stubEnv('LECTERN_STATE', state);
  vi.stubEnv('LECTERN_UPSTREAM', 'http://127.0.0.1:9');
  vi.stubEnv('LECTERN_POSTGRES', 'postgres://127.0.0.1:9/none');
  vi.stubEnv('LECTERN_RELEASES', `file://${join(state, 'releases')}`);
  await expect(work()).rejects.toMatchObject({
    exitCode: 2,
    message: `npm run worker is already running over ${state}. Each worker needs a separate LECTERN_STATE.`,
  });
});
