import { describe, expect, it } from 'vitest';
import type { PublishProgress } from '#src/admin/contract/publish.ts';
import { runJob } from '#src/commands/admin/jobs/run-job.ts';

const module = new URL('../../../helpers/admin-job-process.ts', import.meta.url);

describe('a job that the admin runs in a separate process', () => {
  it('returns its result even if the process prints other text', async () => {
    const [plan] = await runJob('plan', ['local'], { module });
    expect(plan).toMatchObject({ brand: 'local', counts: { added: 2_000_000, changed: 0, removed: 0 } });
    expect(plan?.added).not.toEqual([`/${process.pid}`]);
  });

  it('reports its progress while it runs', async () => {
    const reported: PublishProgress[] = [];
    const onProgress = (progress: PublishProgress) => reported.push(progress);
    const end = await runJob('publish', 'local', { module, onProgress });
    expect([reported, end]).toEqual([
      [{ stage: 'render', done: 1, total: 2 }],
      { exitCode: 0, report: null, message: '' },
    ]);
  });

  it('fails with the code, message and exit code of an expected error', async () => {
    await expect(runJob('compareReleases', { brand: 'local', from: '1', to: '2' }, { module })).rejects.toMatchObject({
      name: 'LecternError',
      code: 'CONFIG',
      message: 'There is no release 1.',
      exitCode: 2,
    });
  });

  it('fails with the code FAULT after an unexpected error', async () => {
    await expect(runJob('rollBack', { brand: 'local', release: '1' }, { module })).rejects.toMatchObject({
      code: 'FAULT',
      message: 'x is undefined',
    });
  });

  it('fails with the code JOB if its process is killed', async () => {
    await expect(runJob('publish', 'killed', { module })).rejects.toMatchObject({
      code: 'JOB',
      message: 'The process of the job ended with SIGKILL. Its log has the reason.',
    });
  });

  it('is stopped by its abort signal, and does not start if the signal is already aborted', async () => {
    const stop = new AbortController();
    const onProgress = () => stop.abort();
    await expect(runJob('publish', 'endless', { module, stop: stop.signal, onProgress })).rejects.toMatchObject({
      message: 'The process of the job ended with SIGTERM. Its log has the reason.',
    });
    await expect(runJob('publish', 'local', { module, stop: stop.signal })).rejects.toMatchObject({
      message: 'The admin is stopping.',
    });
  });
});
