import { silentLog } from '#src/lib/log.ts';
import { runWorker } from '#src/publish/queue/worker.ts';
import { CONSTANTS, type Constants } from './constants.ts';
import { createMachine, type Machine } from './machine.ts';
import { createPostgres, type Postgres } from './postgres.ts';
import { createStore, type Row, type SimulatedStore } from './store.ts';
import { createVirtualTime, seededRandom } from './virtual-time.ts';
import { type SimulatedBrand, simulateWork, type Tally } from './work.ts';

/** The machines, brands and faults of a simulated rebuild. */
export interface Scenario {
  readonly machines: number;
  /** Processors per machine. */
  readonly threads: number;
  readonly brands: ReadonlyMap<string, SimulatedBrand>;
  readonly seed?: number;
  readonly constants?: Partial<Constants>;
  /** Hours after which a rebuild counts as stuck; default: 48. */
  readonly latestHours?: number;
  /** Injects faults into the simulated machines. */
  faults?(world: World): void;
}

/** What faults can change. */
export interface World {
  readonly machines: readonly Machine[];
  readonly postgres: Postgres;
  readonly store: SimulatedStore;
  random(): number;
  /** Schedules a call at a time during the rebuild, in ms. */
  at(ms: number, call: () => void): void;
}

/** Result of a simulation. */
export interface SimulatedNight {
  /** Whether the rebuilds of all brands have ended in time. */
  readonly isOver: boolean;
  readonly seconds: number;
  readonly published: SimulatedStore['published'];
  /** The page ranges that each release was merged from, in the order of merging. */
  readonly merged: ReadonlyMap<string, readonly Row[]>;
  readonly renderedTwice: number;
  readonly queries: number;
  readonly store: ReturnType<SimulatedStore['counts']>;
  /** Sum of the hours during which machines were busy. */
  readonly machineHours: number;
  /** Number of shards in the rebuilds of all brands. */
  readonly shards: number;
}

const LATEST_HOURS = 48;
const HOUR_MS = 60 * 60_000;
const SEND_MS = 10;

/**
 * Simulates a rebuild of each brand by the real workers (src/publish/queue/worker.ts and everything that it uses for
 * decisions). Queue, leases, store, pages and time are simulated. The result is deterministic.
 */
export async function simulate(scenario: Scenario): Promise<SimulatedNight> {
  const { brands, threads, seed = 1, faults, latestHours = LATEST_HOURS } = scenario;
  const constants = { ...CONSTANTS, ...scenario.constants };
  const time = createVirtualTime();
  const postgres = createPostgres(time);
  const store = createStore(time);
  const tally: Tally = { rendered: 0, busyMs: 0, merged: new Map() };
  const machines = Array.from({ length: scenario.machines }, (_, number) => createMachine(time, `machine ${number}`));
  const stop = new AbortController();
  for (const machine of machines)
    void runWorker({
      name: machine.name,
      queue: postgres.queueOf(machine),
      work: simulateWork({ machine, threads, store, brands, constants, tally }),
      clock: machine.clock,
      acquireLease: (name) => postgres.leaseOf(machine, name),
      log: silentLog,
      signal: stop.signal,
    });
  faults?.({ machines, postgres, store, random: seededRandom(seed), at: time.at });
  const client = createMachine(time, 'client');
  const queue = postgres.queueOf(client);
  const ids: string[] = [];
  const sendAll = async () => {
    for (const brand of brands.keys())
      ids.push(await queue.send({ brand, at: '2026-05-01T00:00:00.000Z', full: true }));
  };
  time.at(SEND_MS, () => void sendAll());
  const isPublished = () => ids.length === brands.size && ids.every((id) => postgres.isDone(id));
  const isOver = await time.run(isPublished, latestHours * HOUR_MS);
  const expectedPages = [...brands.values()].reduce(
    (sum, { pages, rendered }) => sum + Math.round(pages * rendered),
    0,
  );
  return {
    isOver,
    seconds: time.now() / 1000,
    published: store.published,
    merged: tally.merged,
    renderedTwice: tally.rendered / expectedPages - 1,
    queries: postgres.queries(),
    store: store.counts(),
    machineHours: tally.busyMs / HOUR_MS,
    shards: [...store.cuts.values()].reduce((sum, rows) => sum + rows.length, 0),
  };
}
