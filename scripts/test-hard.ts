import { runCommand } from '#src/lib/cli.ts';
import { PARTS, runHardTests } from './hard/run.ts';

await runCommand({
  help: `Attacks and overloads sites started on this machine, and reports what failed (docs/develop/hard-tests.md).

npm run test:hard [-- --only PART,…] [--quick] [--seed N] [--requests N] [--times N] [--seconds N] [--json]

${PARTS.map(({ name, about }) => `  ${name.padEnd(10)} ${about}`).join('\n')}

  --only      parts by name; all where it is not given
  --quick     the small size of each part, with wide limits of time, as npm test runs it
  --seed N    makes the same requests and moments again; without it one is drawn, and printed
  --requests, --times, --seconds
              the size of the parts that count in it; each has its own where it is not given
  --json      {seed, load, parts: [{name, size, seconds, rows, findings}]} on standard output

Exit codes: 0 all held, 1 something did not, 2 wrong use.`,
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
