import { runCommand } from '#src/lib/cli.ts';
import { runBench } from './bench/run.ts';

await runCommand({
  help: `Measures a part of the product beside a plain peer on this machine.

npm run bench -- catalogue|reader [--quick] [--json]
npm run bench -- novels FILE… [--quick] [--json]

  catalogue   the page of a book with 3,000 chapters: compressed HTML (at most 60 KB) and the longest task of the
              browser while it is scrolled (at most 50 ms), beside the same chapters as one list without any style
  reader      the first chapter of a book on a phone: JavaScript before a panel is opened (at most 95 KB compressed),
              layout shift (none), and the time to the next paint at 4 x CPU slowdown (at most 100 ms), beside a bare page
  novels      places in EPUB novels: how many lines a place goes away by another size, face or width, a reload and a
              second device (at most one), on 50 random paragraphs (8 with --quick)
  --quick     one round instead of three
  --json      {name, machine, rows: [{what, ours, peer, ratio, unit, limit}]} on standard output

Exit codes: 0 every limit is kept, 1 one is not, 2 wrong use.`,
  options: { quick: { type: 'boolean', default: false }, json: { type: 'boolean', default: false } },
  positionals: true,
  run: runBench,
});
