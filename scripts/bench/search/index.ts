import { ConfigError } from '#src/lib/errors.ts';
import { type Bench, type BenchOptions, type BenchRow, machine, rowWithoutPeer } from '../report.ts';
import { type ApiProcess, startApiProcess } from './api-process.ts';
import { casesOf, VARIANTS } from './cases.ts';
import { type Ask, measure, measureDuring, readingBook, searching, suggesting, timesOf } from './measure.ts';
import { type BenchStore, postgresStore, sqliteStore } from './store.ts';

const BOOKS = 100_000;
const QUICK_BOOKS = 1_000;
const MAX_MS = { suggestions: 50, search: 200 } as const;
/** Number of calls per kind and variant. */
const CALLS = 40;
const QUICK_CALLS = 2;
const TOGETHER = [1, 8] as const;

/** Measures suggestions and searches over HTTP in a catalogue (docs/develop/bench.md). */
export async function benchSearch(_rounds: number, _files: readonly string[], options: BenchOptions): Promise<Bench> {
  const books = countOf(options.books) ?? (options.quick ? QUICK_BOOKS : BOOKS);
  const store = await storeOf(options.store ?? 'sqlite', books);
  try {
    return await measured(store, books, options.quick);
  } finally {
    await store.close();
  }
}

const STORES: Readonly<Record<string, (books: number) => Promise<BenchStore>>> = {
  sqlite: sqliteStore,
  postgres: postgresStore,
};

function storeOf(name: string, books: number): Promise<BenchStore> {
  const openStore = Object.hasOwn(STORES, name) ? STORES[name] : undefined;
  if (openStore) return openStore(books);
  throw new ConfigError(`--store is "${name}". Give one of ${Object.keys(STORES).join(', ')}.`);
}

async function measured(store: BenchStore, books: number, isQuick: boolean): Promise<Bench> {
  const api = await startApiProcess(store.state, store.postgres);
  try {
    const rows: BenchRow[] = [];
    for (const together of TOGETHER) rows.push(...(await rowsOf(api, books, together, isQuick ? QUICK_CALLS : CALLS)));
    return {
      name: 'search',
      machine: machine(),
      rows: [
        rowWithoutPeer(`store of ${books} books`, store.mebibytes, 'MiB'),
        rowWithoutPeer('time to fill the store', store.seconds, 's'),
        rowWithoutPeer('peak memory of the API', await api.peakMiB(), 'MiB'),
        ...rows,
      ],
    };
  } finally {
    await api.close();
  }
}

type Kind = keyof typeof MAX_MS;
type Sample = readonly [kind: Kind, about: string, times: readonly number[]];

/**
 * Measures each kind of text, each variant, all of them concurrently, and another call that is repeated while searches
 * run.
 */
async function rowsOf(api: ApiProcess, books: number, together: number, calls: number): Promise<BenchRow[]> {
  const samples: Sample[] = [];
  const take = async (kind: Kind, abouts: readonly string[], asks: readonly Ask[]) => {
    const times = await measure(
      Array.from({ length: calls }, (_, index) => asks[index % asks.length] as Ask),
      together,
    );
    for (const about of [...abouts, 'all']) samples.push([kind, about, times]);
  };
  const other = await measureDuring(readingBook(api), async () => {
    for (const { what, texts } of casesOf(books)) {
      await take(
        'suggestions',
        [what],
        texts.map((text) => suggesting(api, text)),
      );
      for (const [variant, filters] of Object.entries(VARIANTS))
        await take(
          'search',
          [what, variant],
          texts.map((text, index) => searching(api, text, filters[index % filters.length])),
        );
    }
  });
  const rows = [...Map.groupBy(samples, ([kind, about]) => `${kind}, ${about}`)].map(([what, group]) =>
    rowOf(
      what,
      together,
      group.flatMap(([, , times]) => times),
      MAX_MS[group[0]?.[0] ?? 'search'],
    ),
  );
  return [...rows, rowOf('a concurrent call for a book', together, other)];
}

function rowOf(what: string, together: number, times: readonly number[], limit?: number): BenchRow {
  const { p50, p95, p99, max } = timesOf(times);
  const [middle, late, maximum] = [p50, p99, max].map((time) => time.toFixed(1));
  return rowWithoutPeer(
    `${what}, ${together} at once: p95 (p50 ${middle}, p99 ${late}, max ${maximum})`,
    p95,
    'ms',
    limit,
  );
}

function countOf(books: string | undefined): number | undefined {
  if (books === undefined) return undefined;
  if (/^[1-9]\d{1,6}$/.test(books)) return Number(books);
  throw new ConfigError(`--books is "${books}". Give a whole number from 10 to 9999999.`);
}
