import { serveJob } from '#src/commands/admin/jobs/serve-job.ts';
import { ConfigError } from '#src/lib/errors.ts';

/** A process that serves admin jobs, which end in every possible way. */
serveJob({
  plan: async (brands) => {
    process.stdout.write('{"pages":"printed by a library"}\n');
    return brands.map((brand) => ({
      brand,
      added: [`/${process.pid}`],
      changed: [],
      removed: [],
      counts: { added: 2_000_000, changed: 0, removed: 0 },
    }));
  },
  async publish(brand, onProgress) {
    onProgress({ stage: 'render', done: 1, total: 2 });
    if (brand === 'killed') process.kill(process.pid, 'SIGKILL');
    if (brand === 'endless') await new Promise(() => setInterval(() => {}, 1000));
    return { exitCode: 0, report: null, message: '' };
  },
  compareReleases: async () => {
    throw new ConfigError('There is no release 1.');
  },
  takeDown: async () => ({ failed: [], published: 0, releases: 0, media: 0 }),
  rollBack: async () => {
    throw new TypeError('x is undefined');
  },
});
