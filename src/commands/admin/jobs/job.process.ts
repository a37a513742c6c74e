import { serveJob } from './serve-job.ts';

// Loads each job on demand, because comparing releases does not need the code of the rebuild.
serveJob({
  plan: async (brands) => (await import('./plan.ts')).planJob(brands),
  publish: async (brand, onProgress) => (await import('./publish.ts')).publishJob(brand, onProgress),
  compareReleases: async (input) => (await import('./releases.ts')).compareJob(input),
  rollBack: async (input) => (await import('./releases.ts')).rollBackJob(input),
});
