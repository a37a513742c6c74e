import { runCommand } from '#src/lib/cli.ts';
import { runBench } from './bench/run.ts';

await runCommand({
  help: `Measures a part of the product beside a plain peer on this machine.

npm run bench -- catalogue|reader|scale|serve|weight [--quick] [--json]
npm run bench -- lighthouse [--runs N] [--quick] [--json]
npm run bench -- novels FILE… [--only books|places|airplane] [--quick] [--json]
npm run bench -- search [--books N] [--store sqlite|postgres] [--quick] [--json]
npm run bench -- rebuild [--only full|night|brands|sync|shards|curve] [--pages N] [--next] [--quick] [--json]

  catalogue   the page of a book with 3,000 chapters: compressed HTML (at most 60 KB) and the longest task of the
              browser while it is scrolled (at most 50 ms), beside the same chapters as one list without any style
  reader      the first chapter of a book on a phone: JavaScript before a panel is opened (at most 95 KB compressed),
              layout shift (none), the time to the next paint at 4 x CPU slowdown (at most 100 ms), beside a bare page;
              what the page holds after 100 chapters of scroll (at most 1.5 x of ten), beside one that takes none out
  novels      EPUB novels beside their files: words lost and doubled, notes, pictures, lines of verse, the import's
              seconds (at most 30) and memory (at most 400 MiB); places in them: how many lines a place goes away by another size, face or width, a reload and a
              second device (at most one), on 50 random paragraphs (8 with --quick); then the novels, kept, from cover to
              cover without a connection (none missing; the first novel alone with --quick)
  rebuild     rebuilds of 20,000 to a million pages beside Hugo, astro build and Next.js, nights beside full rebuilds,
              eleven brands, shards, time and memory by size (docs/develop/bench.md); in parts with --only and --pages
  scale       nights of 1 to 100 workers and up to fifty million pages, simulated: time, requests, load of PostgreSQL and money
              (docs/operate/scale.md); equal on every machine
  search      suggestions (at most 50 ms for 95 of 100) and full searches (at most 200 ms) over HTTP in a catalogue of 100,000
              books, or N: by kind of text, with and without filters, one and eight at once; it stays in the system's
              temporary folder for the next run (docs/develop/search.md)
  serve       requests a second of one nginx worker with the generated configuration, beside one over bare files: pages of a
              release (at least 0.95) and kept pages rendered on request (at least 0.9); and of our server alone (at
              least 10,000); needs wrk (docs/develop/bench.md)
  weight      what a phone loads of home, a list, a novel and a chapter before it touches them, over the wire: beside budgets,
              and beside the same pages by Next.js (of the list: half of its HTML, a tenth of its JavaScript) and Nuxt
  lighthouse  mobile runs of Lighthouse on each kind of page of a release, behind our own server: scores, LCP, TBT and CLS
              beside their goals (docs/develop/bench.md); the machine has to be quiet
  --runs N    runs of each page in lighthouse (5)
  --next      the rebuild beside Next.js too, with --quick; without --quick it always is
  --quick     one round instead of three, the rebuild with 5,000 pages, the search with 1,000 books
  --json      {name, machine, rows: [{what, ours, peer, ratio, unit, limit, least}]} on standard output

Exit codes: 0 every limit is kept, 1 one is not, 2 wrong use.`,
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
