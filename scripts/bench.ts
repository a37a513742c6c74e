import { runCommand } from '#src/lib/cli.ts';
import { runBench } from './bench/run.ts';

await runCommand({
  help: `Compares a part of Lectern with an alternative on this machine.

npm run bench -- reader|scale|serve|texts|weight [--quick] [--json]
npm run bench -- taps [--only chapter|home|listing|novel|search|history|notebook|account] [--quick] [--json]
npm run bench -- lighthouse [--runs N] [--quick] [--json]
npm run bench -- novels FILE… [--only books|places|airplane] [--quick] [--json]
npm run bench -- search [--books N] [--store sqlite|postgres] [--quick] [--json]
npm run bench -- rebuild [--only full|night|brands|sync|curve] [--pages N] [--next] [--quick] [--json]

  reader      the first chapter of a book on a phone: JavaScript before a panel is opened (at most 95 KB compressed),
              layout shift (none), time to the next paint at 4 x CPU slowdown (at most 100 ms), compared with a plain page;
              memory after scrolling 100 chapters (at most 1.5 x of ten), compared with a page that removes none
  novels      EPUB novels compared with their files: lost and duplicated words, notes, pictures, lines of verse, import time (at
              most 30 s) and memory (at most 400 MiB); lines by which the place moves after a change of size, typeface or
              width, a reload, or on a second device (at most one), for 50 random paragraphs (8 with --quick); then reading
              the downloaded novels offline from cover to cover (nothing missing; only the first novel with --quick)
  rebuild     rebuilds of 20,000 to a million pages compared with Hugo, astro build and Next.js; nights compared with full
              rebuilds; eleven brands; time and memory by size (docs/develop/bench.md); parts with --only, --pages
  scale       simulated nights of 1 to 100 workers and up to fifty million pages: time, requests, load of PostgreSQL and cost
              (docs/operate/scale.md); same result on every machine
  search      suggestions (p95 at most 50 ms) and full searches (at most 200 ms) over HTTP in a catalogue of 100,000 books, or
              N: by kind of text, with and without filters, one and eight at a time; the catalogue is kept in the system's
              temporary folder for the next run (docs/develop/search.md)
  serve       requests per second of one nginx worker with the generated configuration, compared with a worker that sends plain files:
              pages of a release (at least 0.95) and cached pages rendered on request (at least 0.9); and of Lectern's
              server alone (at least 10,000); needs wrk (docs/develop/bench.md)
  taps        every control of the reader and of the main pages, used once on a first visit with slow 3G and a quarter of the
              processor: time to the first (at most 100 ms) and the full response (at most 1.5 s), scripts loaded for it
              (docs/develop/bench.md)
  weight      bytes that a phone loads before it shows home, a list, a novel and a chapter: compared with budgets, and with
              the same pages by Next.js (for the list: half of its HTML, a tenth of its JavaScript) and Nuxt
  lighthouse  mobile runs of Lighthouse on each kind of page of a release, behind nginx: scores, LCP, TBT and CLS compared
              with their goals (docs/develop/bench.md); nothing else should run on the machine
  --runs N    runs of each page in lighthouse (5)
  --next      with --quick, also compares the rebuild with Next.js (always compared without --quick)
  --quick     one round instead of three, the rebuild with 5,000 pages, the search with 1,000 books
  --json      {name, machine, rows: [{what, ours, peer, ratio, unit, limit, least}]} on standard output

Exit codes: 0 all limits met, 1 a limit missed, 2 usage error.`,
  options: {
    quick: { type: 'boolean', default: false },
    json: { type: 'boolean', default: false },
    only: { type: 'string' },
    pages: { type: 'string' },
    books: { type: 'string' },
    store: { type: 'string' },
    runs: { type: 'string' },
    next: { type: 'boolean', default: false },
  },
  positionals: true,
  run: runBench,
});
