import { describe, expect, it } from 'vitest';
import { silentLog } from '#src/lib/log.ts';
import type { JobQueue, JobState, Kind, Taken } from '#src/publish/queue/job-queue.ts';
import { LostRunError, OtherCodeError } from '#src/publish/queue/night-work.ts';
import type { NightOrder, ShardOrder } from '#src/publish/queue/orders.ts';
import { runWorker } from '#src/publish/queue/worker.ts';
import type { Lease } from '#src/publish/release-store/index.ts';

const NIGHT: NightOrder = { brand: 'ash', at: '2026-05-01T00:00:00.000Z' };
const shardOf = (run: string, index: number): ShardOrder => ({ brand: 'oak', run, index, of: 99 });

interface Waiting {
  readonly id: string;
  readonly kind: Kind;
  readonly order: NightOrder | ShardOrder;
}

/** Runs one worker until no job is left. @returns the events in order */
async function work(
  jobs: readonly Waiting[],
  { runs = {}, render }: { runs?: Record<string, JobState['state']>; render(order: ShardOrder): Promise<void> },
): Promise<string[]> {
  const events: string[] = [];
  const waiting = [...jobs];
  const end = new AbortController();
  const queue: Partial<JobQueue> = {
    async take(kind, minPriority) {
      const job = minPriority === undefined ? waiting.find((one) => one.kind === kind) : undefined;
      if (!job) return undefined;
      waiting.splice(waiting.indexOf(job), 1);
      const logEvent = (event: string) => async () => void events.push(`${event} ${job.id}`);
      const takenJob: Taken<unknown> = {
        id: job.id,
        order: job.order,
        priority: 0,
        done: logEvent('done'),
        giveBack: logEvent('gave back'),
        reject: logEvent('rejected'),
      };
      return takenJob as never;
    },
    find: async (run) => (runs[run] ? { state: runs[run], outcome: undefined } : undefined),
    close: async () => {},
  };
  await runWorker({
    queue: queue as JobQueue,
    work: {
      begin: async () => ({ report: {} as never }),
      async renderShard(order) {
        await render(order);
        return { pages: 1, costs: {} };
      },
    },
    clock: {
      now: () => 0,
      async wait(ms) {
        events.push(`waited ${ms}`);
        if (waiting.length === 0) end.abort();
      },
    },
    acquireLease: async () => ({ signal: new AbortController().signal, release: async () => {} }) as unknown as Lease,
    log: silentLog,
    signal: end.signal,
  });
  return events;
}

const shards = (run: string, count: number): Waiting[] =>
  Array.from({ length: count }, (_, index) => ({ id: `s${index + 1}`, kind: 'shard', order: shardOf(run, index + 1) }));
const night: Waiting = { id: 'night', kind: 'night', order: NIGHT };

describe('a rebuild worker', () => {
  it('runs a queued rebuild after it has returned a shard that needs other code', async () => {
    const events = await work([...shards('run', 12), night], {
      runs: { run: 'active' },
      render: async () => {
        throw new OtherCodeError("The shard was planned by other code than this worker's.");
      },
    });
    expect(events.slice(0, 2)).toEqual(['gave back s1', 'done night']);
    expect(events.filter((event) => event.startsWith('waited'))).toHaveLength(1);
  });

  it('runs a queued rebuild after eight shards of another rebuild', async () => {
    const events = await work([...shards('run', 20), night], { runs: { run: 'active' }, render: async () => {} });
    expect(events.indexOf('done night')).toBe(8);
    expect(events.filter((event) => event.startsWith('done s'))).toHaveLength(20);
  });

  it.each([
    ['has failed', { run: 'failed' }],
    ['is not in the queue', {}],
  ] as const)('returns shards to the queue, without rendering them, if their rebuild %s', async (_why, runs) => {
    const rendered: number[] = [];
    const render = async ({ index }: ShardOrder) => void rendered.push(index);
    const events = await work([...shards('run', 12), night], { runs, render });
    expect(events.filter((event) => event.startsWith('rejected'))).toHaveLength(12);
    expect(events.indexOf('done night')).toBe(1);
    expect(rendered).toEqual([]);
  });

  it('returns a shard to the queue if the store has no data of its rebuild', async () => {
    const events = await work(shards('run', 1), {
      runs: { run: 'active' },
      render: async () => {
        throw new LostRunError('The release store has lost the run.');
      },
    });
    expect(events[0]).toBe('rejected s1');
  });

  it('records success for a shard whose rebuild has already finished', async () => {
    const events = await work(shards('run', 1), { runs: { run: 'done' }, render: async () => {} });
    expect(events[0]).toBe('done s1');
  });
});
