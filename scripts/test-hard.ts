import { runCommand } from '#src/lib/cli.ts';
import { PARTS, runHardTests } from './hard/run.ts';

await runCommand({
  help: `Attacks and overloads sites started on this machine, and reports what failed (docs/develop/hard-tests.md).

npm run test:hard [-- --only PART,…] [--quick] [--seed N] [--requests N] [--times N] [--seconds N] [--json]

${PARTS.map(({ name, about }) => `  ${name.padEnd(10)} ${about}`).join('\n')}

  --only      parts by name; default: all
  --quick     the small size of each part, with long time limits, as in npm run test:all
  --seed N    repeats the requests and timings of an earlier run; by default the seed is random, and printed
  --requests, --times, --seconds
              the size of all parts that are measured in this unit; each part has its own default
  --json      {seed, load, parts: [{name, size, seconds, rows, findings}]} on standard output

Exit codes: 0 all passed, 1 something failed, 2 usage error.`,
  options: {
    only: { type: 'string', multiple: true },
    quick: { type: 'boolean', default: false },
    seed: { type: 'string' },
    requests: { type: 'string' },
    times: { type: 'string' },
    seconds: { type: 'string' },
    json: { type: 'boolean', default: false },
  },
  run: runHardTests,
});
