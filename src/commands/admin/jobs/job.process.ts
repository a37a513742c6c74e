import { serveJob } from './serve-job.ts';

// The code of each job is loaded on demand. A comparison of releases, for example, does not need the rebuild.
serveJob({
  plan: async (brands) => (await import('./plan.ts')).planJob(brands),
  publish: async (brand, onProgress) => (await import('./publish.ts')).publishJob(brand, onProgress),
  compareReleases: async (input) => (await import('./releases.ts')).compareJob(input),
  takeDown: async (book) => (await import('./take-down.ts')).takeDownJob(book),
  rollBack: async (input) => (await import('./releases.ts')).rollBackJob(input),
});
