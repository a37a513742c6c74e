import { describe, expect, it } from 'vitest';
import { silentLog } from '#src/lib/log.ts';
import type { JobQueue, ShardState, Taken } from '#src/publish/queue/job-queue.ts';
import { makeNight, type NightMaker } from '#src/publish/queue/make-night.ts';
import type { BegunNight } from '#src/publish/queue/night-work.ts';
import type { JobOutcome, NightOrder, ShardOrder } from '#src/publish/queue/orders.ts';
import type { RebuildReport } from '#src/publish/rebuild/index.ts';
import { type Lease, LeaseError } from '#src/publish/release-store/index.ts';

const REPORT = { brand: 'ash', status: 'published' } as RebuildReport;
const settled = { async done() {}, async giveBack() {}, async reject() {} };
const job: Taken<NightOrder> = { id: 'n1', order: { brand: 'ash', at: '' }, priority: 7, ...settled };

interface Shard {
  readonly order: ShardOrder;
  state: ShardState['state'];
  started: Date | null;
  outcome: JobOutcome | undefined;
}

/** A shard that is already queued. If it is active, another worker has been rendering it since 1970. */
const shard = (index: number, of: number, state: 'active' | 'waiting'): Shard => ({
  order: { brand: 'ash', run: 'n1', index, of },
  state,
  started: state === 'active' ? new Date(0) : null,
  outcome: undefined,
});

/** Simulates a nightly rebuild with three shards. The clock advances while the worker waits. */
function night(of = 3) {
  const events: string[] = [];
  const shards: Shard[] = [];
  const stored = new Set<number>();
  const leaseLoss = new AbortController();
  let now = 0;
  let others: () => void = () => {};
  let leases: (Lease | Error)[] = [];
  const lease = { signal: leaseLoss.signal, release: async () => void events.push('released') } as unknown as Lease;
  const render = (index: number, pages: number) => {
    stored.add(index);
    return { pages, costs: { genre: { pages, ms: 10 * pages } } };
  };
  const queue: JobQueue = {
    send: async () => 'n1',
    async sendShards(orders, priority) {
      events.push(`sent ${orders.map(({ index }) => index)} by ${priority}`);
      for (const order of orders) shards.push({ order, state: 'waiting', started: null, outcome: undefined });
    },
    async take(kind) {
      const shard = kind === 'shard' ? shards.find(({ state }) => state === 'waiting') : undefined;
      if (!shard) return undefined;
      Object.assign(shard, { state: 'active', started: new Date(now) });
      return { id: `s${shard.order.index}`, order: shard.order as never, priority: 7, ...settled };
    },
    find: async () => undefined,
    findShards: async () =>
      shards.map(({ order: { index }, ...shard }) => ({ id: `s${index}`, index, of, seconds: 1, ...shard })),
    async completeShard(id) {
      events.push(`completed ${id}`);
      for (const shard of shards) if (`s${shard.order.index}` === id) shard.state = 'done';
    },
    async close() {},
  };
  const begunNight: BegunNight = {
    of,
    findDone: async () => new Set(stored),
    take: async (index) => void events.push(`took ${index}`),
    async publish(_lease, costs) {
      events.push(`published ${JSON.stringify(costs)}`);
      return REPORT;
    },
  };
  const maker: NightMaker = {
    queue,
    work: {
      begin: async () => begunNight,
      async renderShard({ index }) {
        events.push(`rendered late ${index}`);
        return render(index, 1);
      },
    },
    clock: {
      now: () => now,
      async wait(ms) {
        now += ms;
        others();
      },
    },
    async acquireLease(name) {
      events.push(`asked to ${name}`);
      const next = leases.shift() ?? lease;
      if (next instanceof Error) throw next;
      return next;
    },
    log: silentLog,
    lateAfterSeconds: 10,
  };
  const doShard = async ({ order: { index } }: Taken<ShardOrder>) => {
    events.push(`rendered ${index}`);
    const outcome = { worker: 'w', ...render(index, 2) };
    for (const shard of shards) if (shard.order.index === index) Object.assign(shard, { state: 'done', outcome });
  };
  return {
    events,
    shards,
    stored,
    maker,
    begunNight,
    make: () => makeNight(maker, job, doShard),
    loseLease: () => leaseLoss.abort(new LeaseError('lost')),
    refuseLease: (times: number) => {
      leases = Array.from({ length: times }, () => new LeaseError('another has it'));
    },
    /** Actions that other workers perform while this one waits. */
    meanwhile(work: () => void) {
      others = work;
    },
    now: () => now,
  };
}

describe('makeNight, which runs a nightly rebuild on a worker', () => {
  it('does not requeue a shard that another worker finishes between two checks', async () => {
    const { make, events, shards, stored, maker, begunNight } = night(1);
    const otherShard = shard(1, 1, 'active');
    shards.push(otherShard);
    const { findShards } = maker.queue;
    const { findDone } = begunNight;
    let lookCount = 0;
    const countLook = async <T>(read: Promise<T>): Promise<T> => {
      const seen = await read;
      lookCount += 1;
      if (lookCount === 1) {
        stored.add(1);
        Object.assign(otherShard, { state: 'done', outcome: { worker: 'another' } });
      }
      return seen;
    };
    Object.assign(maker.queue, { findShards: (id: string) => countLook(findShards(id)) });
    Object.assign(begunNight, { findDone: () => countLook(findDone()) });
    expect(await make()).toEqual({ report: REPORT });
    expect(events.filter((line) => /^(?:sent|rendered)/.test(line))).toEqual([]);
  });

  it('acquires the lease, queues all shards, takes each shard once, and publishes the shards with their costs', async () => {
    const { make, events } = night();
    expect(await make()).toEqual({ report: REPORT });
    expect(events).toEqual([
      'asked to publish ash',
      'sent 1,2,3 by 7',
      'rendered 1',
      'took 1',
      'rendered 2',
      'took 2',
      'rendered 3',
      'took 3',
      'published {"genre":{"pages":6,"ms":60}}',
      'released',
    ]);
  });

  it('builds the release alone if the rebuild has no shards', async () => {
    const { make, events } = night(0);
    await make();
    expect(events).toEqual(['asked to publish ash', 'published {}', 'released']);
  });

  it('returns the report of a rebuild that is already published, and releases the lease', async () => {
    const { make, events, maker } = night();
    const other = { ...maker.work, begin: async () => ({ report: REPORT }) };
    Object.assign(maker, { work: other });
    expect(await make()).toEqual({ report: REPORT });
    expect(events).toEqual(['asked to publish ash', 'released']);
  });

  it("continues another worker's rebuild without rendering the shards that are already in the store", async () => {
    const { make, events, stored } = night();
    stored.add(2);
    await make();
    expect(events.filter((line) => /^(sent|rendered)/.test(line))).toEqual([
      'sent 1,3 by 7',
      'rendered 1',
      'rendered 3',
    ]);
    expect(events.filter((line) => line.startsWith('took'))).toEqual(['took 2', 'took 1', 'took 3']);
  });

  it('waits for shards that other workers are rendering', async () => {
    const { make, events, shards, stored, meanwhile, now } = night(1);
    shards.push(shard(1, 1, 'active'));
    meanwhile(() => {
      if (now() < 3000) return;
      stored.add(1);
      for (const shard of shards) shard.state = 'done';
    });
    await make();
    expect(events).toEqual(['asked to publish ash', 'took 1', 'published {}', 'released']);
    expect(now()).toBe(3000);
  });

  it("renders another worker's late shards, and marks them as done", async () => {
    const { make, events, shards, now } = night(2);
    shards.push(shard(1, 2, 'active'), shard(2, 2, 'waiting'));
    await make();
    expect(events).toEqual([
      'asked to publish ash',
      'rendered 2',
      'took 2',
      'rendered late 1',
      'completed s1',
      'took 1',
      'published {"genre":{"pages":2,"ms":20}}',
      'released',
    ]);
    expect(now()).toBeGreaterThan(10_000);
  });

  it('fails with the error and exit code of the shard that failed', async () => {
    const { make, events, shards, meanwhile } = night(1);
    shards.push(shard(1, 1, 'active'));
    meanwhile(() => {
      const error = { code: 'RENDER', message: 'a page threw', exitCode: 4 };
      Object.assign(shards[0] ?? {}, { state: 'done', outcome: { worker: 'w', error } });
    });
    await expect(make()).rejects.toMatchObject({
      code: 'RENDER',
      exitCode: 4,
      message: 'Shard 1 of 1 was not rendered: a page threw',
    });
    expect(events).toEqual(['asked to publish ash', 'released']);
  });

  it('publishes nothing after losing the lease', async () => {
    const { make, events, begunNight, loseLease } = night(1);
    Object.assign(begunNight, { take: async () => loseLease() });
    await expect(make()).rejects.toBeInstanceOf(LeaseError);
    expect(events).toEqual(['asked to publish ash', 'sent 1 by 7', 'rendered 1', 'released']);
  });
});

describe('makeNight while another worker has the lease', () => {
  it('retries every second, and renders shards of other rebuilds in the meantime', async () => {
    const { make, events, shards, refuseLease, now } = night(0);
    refuseLease(3);
    shards.push(shard(5, 9, 'waiting'));
    await make();
    expect(events).toEqual([
      'asked to publish ash',
      'rendered 5',
      ...Array(3).fill('asked to publish ash'),
      'published {}',
      'released',
    ]);
    expect(now()).toBe(2000);
  });

  it('gives up after 45 seconds', async () => {
    const { make, refuseLease, now } = night(0);
    refuseLease(1000);
    await expect(make()).rejects.toBeInstanceOf(LeaseError);
    expect(now()).toBe(46_000);
  });
});
