import type { AdminJobs } from '#src/admin/server/index.ts';
import { runJob } from './jobs/run-job.ts';

/** The jobs of the admin. Each job runs in a separate process and calls the same functions as the npm commands. */
export const adminJobs: AdminJobs = {
  plan: (brands, stop) => runJob('plan', brands, { stop }),
  publish: (brand, onProgress, stop) => runJob('publish', brand, { stop, onProgress }),
  compareReleases: (brand, from, to) => runJob('compareReleases', { brand, from, to }),
  takeDown: (book, stop) => runJob('takeDown', book, { stop }),
  async rollBack(brand, release) {
    await runJob('rollBack', { brand, release });
  },
};
