import type { AdminJobs } from '#src/admin/server/index.ts';
import { runJob } from './jobs/run-job.ts';

/** Runs the admin's jobs in separate processes, which call the functions of the commands. */
export const adminJobs: AdminJobs = {
  plan: (brands, stop) => runJob('plan', brands, { stop }),
  publish: (brand, onProgress, stop) => runJob('publish', brand, { stop, onProgress }),
  compareReleases: (brand, from, to) => runJob('compareReleases', { brand, from, to }),
  async rollBack(brand, release) {
    await runJob('rollBack', { brand, release });
  },
};
