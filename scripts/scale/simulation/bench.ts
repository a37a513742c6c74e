import { type Bench, type BenchRow, machine, rowWithoutPeer } from '../../bench/report.ts';
import { PRICES } from './constants.ts';
import { FAULTS } from './faults.ts';
import { type Scenario, type SimulatedNight, simulate } from './simulate.ts';
import type { SimulatedBrand } from './work.ts';

/** Number of processors per machine, the same as that of the machine in PRICES. */
const THREADS = 16;
const FULL = { rendered: 1, changed: 1 };
/** A nightly rebuild in which 1 % of the pages change. Another 1 % are rendered but turn out to be unchanged. */
const NIGHT = { rendered: 0.02, changed: 0.5 };
const FAULTS_WITHIN_MS = 60 * 60_000;

const oneBrand = (pages: number, part: Omit<SimulatedBrand, 'pages'>) => new Map([['brand', { pages, ...part }]]);
const elevenBrands = (pages: number, part: Omit<SimulatedBrand, 'pages'>) =>
  new Map(Array.from({ length: 11 }, (_, number) => [`brand ${number}`, { pages, ...part }]));

/**
 * Slows down 10 % of the machines, kills 10 %, pauses 10 % and cuts off 10 %. In addition, the store is slow once, and
 * PostgreSQL is unavailable once.
 */
const allFaults: Scenario['faults'] = (world) => {
  FAULTS.stragglers(world, 0.1);
  FAULTS.deaths(world, 0.1, FAULTS_WITHIN_MS);
  FAULTS.pauses(world, 0.1, FAULTS_WITHIN_MS);
  FAULTS.partition(world, 0.1, FAULTS_WITHIN_MS);
  FAULTS.slowStore(world, 0.2, FAULTS_WITHIN_MS);
  FAULTS.postgresAway(world, 1, FAULTS_WITHIN_MS);
};

type Case = readonly [what: string, brands: Scenario['brands'], faults?: Scenario['faults']];

const CASES: readonly Case[] = [
  ['11 brands of 1M, all pages new', elevenBrands(1e6, FULL)],
  ['11 brands of 1M, a night of 1 %', elevenBrands(1e6, NIGHT)],
  ['one brand of 50M, all pages new', oneBrand(50e6, FULL)],
  ['one brand of 50M, all pages new, with faults', oneBrand(50e6, FULL), allFaults],
  ['one brand of 50M, a night of 1 %', oneBrand(50e6, NIGHT)],
];
const QUICK: readonly Case[] = [['one brand of 1M, all pages new', oneBrand(1e6, FULL)]];
const MACHINES = [1, 4, 16, 100];

/**
 * Simulates rebuilds on up to a hundred machines (docs/operate/scale.md). The results are the same on every machine.
 */
export async function benchScale(rounds: number): Promise<Bench> {
  const rows: BenchRow[] = [];
  for (const [what, brands, faults] of rounds === 1 ? QUICK : CASES)
    for (const machines of MACHINES) {
      const night = await simulate({ machines, threads: THREADS, brands, ...(faults ? { faults } : {}) });
      rows.push(...rowsOf(`${what}, ${machines} machines`, machines, night));
    }
  return { name: 'scale', machine: machine(), rows };
}

function rowsOf(what: string, machines: number, night: SimulatedNight): BenchRow[] {
  const { seconds, queries, store, renderedTwice, shards, isOver } = night;
  const { puts, gets, lists, gigabytes } = store;
  const requests = puts * PRICES.put + lists * PRICES.list + gets * PRICES.get;
  const rented = (machines * seconds * PRICES.machineHour) / 3600;
  return [
    rowWithoutPeer(`${what}: unfinished nights`, isOver ? 0 : 1, '', 0),
    rowWithoutPeer(`${what}: time`, seconds / 60, 'min'),
    rowWithoutPeer(`${what}: shards`, shards, ''),
    rowWithoutPeer(`${what}: rendered twice`, renderedTwice * 100, '%'),
    rowWithoutPeer(`${what}: transferred to and from the store`, gigabytes, 'GB'),
    rowWithoutPeer(`${what}: store requests`, (puts + gets + lists) / 1000, 'thousand'),
    rowWithoutPeer(`${what}: PostgreSQL`, queries / seconds, 'queries/s'),
    rowWithoutPeer(`${what}: machines`, rented, 'USD'),
    rowWithoutPeer(`${what}: requests`, requests, 'USD'),
  ];
}
