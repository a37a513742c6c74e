import type { JobQueue, Kind, Orders, ShardState, Taken } from '#src/publish/queue/job-queue.ts';
import { type JobOutcome, PRIORITY } from '#src/publish/queue/orders.ts';
import { type Lease, LeaseError } from '#src/publish/release-store/index.ts';
import type { Machine } from './machine.ts';
import type { VirtualTime } from './virtual-time.ts';

/**
 * Copies of the limits in src/publish/queue/pg-boss-queue.ts (for the queue) and src/publish/release-store/lease.ts
 * (for leases).
 */
const HEARTBEAT_TIMEOUT_MS = 10_000;
const POLL_MS = 2000;
const HEARTBEAT_MS = 3000;
const RETRY_MS = 5000;
const LEASE_MS = 30_000;
const QUERY_MS = 2;
/** Time after which a query fails if the database is unavailable, in ms. */
const QUERY_TIMEOUT_MS = 1000;

interface Job {
  readonly id: string;
  readonly kind: Kind;
  readonly order: Orders[Kind];
  readonly key: string | undefined;
  readonly priority: number;
  readonly seq: number;
  state: ShardState['state'];
  startAfter: number;
  attempt: number;
  holder: Machine | undefined;
  /** Time at which the worker stopped sending heartbeats without being able to report the outcome. */
  left: number;
  started: number;
  ended: number;
  outcome: JobOutcome | undefined;
}

/** The database shared by all simulated machines: jobs and leases. */
export interface Postgres {
  queueOf(machine: Machine): JobQueue;
  leaseOf(machine: Machine, name: string): Promise<Lease>;
  goAway(until: number): void;
  /** Whether a rebuild has succeeded. */
  isDone(id: string): boolean;
  /** Number of queries that the database has answered. */
  queries(): number;
}

export function createPostgres(time: VirtualTime): Postgres {
  const jobs = new Map<string, Job>();
  const waiting: Record<Kind, Set<Job>> = { night: new Set(), shard: new Set() };
  const active = new Set<Job>();
  const leases = new Map<string, { number: number; holder: Machine; expires: number }>();
  let isAway = false;
  let awaySince = 0;
  let backSince = 0;
  let count = 0;

  const query = async <T>(machine: Machine, answer: () => T): Promise<T> => {
    await machine.clock.wait(isAway || machine.isCutOff ? QUERY_TIMEOUT_MS : QUERY_MS);
    if (isAway || machine.isCutOff) throw new Error('connect ECONNREFUSED');
    count += 1;
    return answer();
  };
  const add = (kind: Kind, order: Orders[Kind], priority: number, key?: string): Job => {
    const seq = jobs.size + 1;
    const times = { startAfter: 0, attempt: 0, started: 0, ended: 0, left: Number.POSITIVE_INFINITY };
    const job: Job = {
      id: `job-${seq}`,
      kind,
      order,
      key,
      priority,
      seq,
      state: 'waiting',
      holder: undefined,
      outcome: undefined,
      ...times,
    };
    jobs.set(job.id, job);
    waiting[kind].add(job);
    return job;
  };
  const countSigns = ({ started }: Job) => {
    count += (time.now() - started) / HEARTBEAT_MS;
  };
  const settle = (job: Job, state: 'done' | 'failed', outcome?: JobOutcome) => {
    countSigns(job);
    active.delete(job);
    waiting[job.kind].delete(job);
    Object.assign(job, { state, outcome, holder: undefined, ended: time.now() });
  };
  const retry = (job: Job) => {
    countSigns(job);
    active.delete(job);
    waiting[job.kind].add(job);
    Object.assign(job, {
      state: 'waiting',
      attempt: job.attempt + 1,
      holder: undefined,
      startAfter: time.now() + RETRY_MS,
    });
  };
  /** Time of the job's last heartbeat. After an outage, the database must wait for the next one. */
  const lastSign = ({ holder, started, seq, left }: Job) => {
    const lastHeartbeat = time.now() - backSince > (seq * 977) % HEARTBEAT_MS ? time.now() : awaySince;
    return Math.max(started, Math.min(lastHeartbeat, left, holder?.silentSince() ?? lastHeartbeat));
  };
  const expire = () => {
    if (!isAway) for (const job of active) if (time.now() - lastSign(job) > HEARTBEAT_TIMEOUT_MS) retry(job);
    count += isAway ? 0 : 1;
    time.at(time.now() + POLL_MS, expire);
  };
  time.at(POLL_MS, expire);

  const takenOf = <K extends Kind>(machine: Machine, job: Job): Taken<Orders[K]> => {
    const { attempt } = job;
    const isMine = () => job.state === 'active' && job.attempt === attempt && job.holder === machine;
    const ifMine = (change: () => void) =>
      query(machine, () => {
        if (isMine()) change();
      }).catch((error: unknown) => {
        if (isMine()) job.left = time.now();
        throw error;
      });
    return {
      id: job.id,
      order: job.order as Orders[K],
      priority: job.priority,
      done: (outcome) => ifMine(() => settle(job, 'done', outcome)),
      giveBack: () => ifMine(() => retry(job)),
      reject: () => ifMine(() => settle(job, 'failed', undefined)),
    };
  };

  const queueOf = (machine: Machine): JobQueue => ({
    send: (order) =>
      query(machine, () => {
        const key = `${order.brand} ${order.pages?.join(' ') ?? 'night'}`;
        const open = jobs
          .values()
          .find((job) => job.key === key && (job.state === 'waiting' || job.state === 'active'));
        return (open ?? add('night', order, order.pages ? PRIORITY.correction : PRIORITY.night, key)).id;
      }),
    sendShards: (orders, priority) =>
      query(machine, () => {
        for (const order of orders) add('shard', order, priority);
      }),
    take: <K extends Kind>(kind: K, minPriority = Number.NEGATIVE_INFINITY) =>
      query(machine, () => {
        const job = firstOf(waiting[kind], minPriority, time.now());
        if (!job) return undefined;
        waiting[kind].delete(job);
        active.add(job);
        Object.assign(job, { state: 'active', holder: machine, started: time.now(), left: Number.POSITIVE_INFINITY });
        return takenOf<K>(machine, job);
      }),
    find: (id) =>
      query(machine, () => {
        const job = jobs.get(id);
        return job && { state: job.state, outcome: job.outcome };
      }),
    findShards: (run) =>
      query(machine, () =>
        jobs
          .values()
          .filter((job) => isShardOf(job, run))
          .map(shardOf)
          .toArray(),
      ),
    completeShard: (id) =>
      query(machine, () => {
        const job = jobs.get(id);
        if (job?.state === 'active') settle(job, 'done');
      }),
    close: async () => {},
  });

  const leaseOf = (machine: Machine, name: string): Promise<Lease> =>
    query(machine, () => {
      const existing = leases.get(name);
      const isHeld =
        existing && Math.max(existing.expires, aliveUntil(existing.holder)) > time.now() && existing.expires > 0;
      if (isHeld) throw new LeaseError(`Another process publishes ${name}.`);
      const mine = { number: (existing?.number ?? 0) + 1, holder: machine, expires: time.now() + LEASE_MS };
      leases.set(name, mine);
      const lossSignal = new AbortController();
      const isLost = () => leases.get(name)?.number !== mine.number;
      const lose = () => lossSignal.abort(new LeaseError(`This process has lost the right to publish ${name}.`));
      const renew = () => {
        if (mine.expires < 0) return;
        if (machine.isRunning() && !machine.isCutOff && !isAway) {
          count += 1;
          if (isLost()) return lose();
        }
        time.at(time.now() + LEASE_MS / 3, renew);
      };
      time.at(time.now() + LEASE_MS / 3, renew);
      return {
        number: mine.number,
        signal: lossSignal.signal,
        async whileHeld(work) {
          lossSignal.signal.throwIfAborted();
          await query(machine, () => {
            if (isLost()) lose();
          });
          lossSignal.signal.throwIfAborted();
          return work();
        },
        async release() {
          mine.expires = -1;
          await query(machine, () => {}).catch(() => {});
        },
      };
    });
  /** Time at which a lease expires if its holder has renewed it for as long as it could. */
  const aliveUntil = (holder: Machine) => (holder.silentSince() ?? time.now()) + LEASE_MS;

  return {
    queueOf,
    leaseOf,
    goAway(until) {
      isAway = true;
      awaySince = time.now();
      time.at(until, () => {
        isAway = false;
        backSince = time.now();
      });
    },
    isDone: (id) => jobs.get(id)?.state === 'done' && jobs.get(id)?.outcome?.error === undefined,
    queries: () => Math.round(count),
  };
}

const isShardOf = ({ kind, order }: Job, run: string) => kind === 'shard' && 'run' in order && order.run === run;

function shardOf({ id, order, state, started, ended, outcome }: Job): ShardState {
  const { index, of } = order as Orders['shard'];
  const isTaken = state !== 'waiting';
  const seconds = state === 'done' ? (ended - started) / 1000 : undefined;
  return { id, index, of, state, started: isTaken ? new Date(started) : null, seconds, outcome };
}

/** Returns the first job by priority, then by age. */
function firstOf(jobs: Iterable<Job>, minPriority: number, now: number): Job | undefined {
  let first: Job | undefined;
  for (const job of jobs) {
    if (job.startAfter > now || job.priority < minPriority) continue;
    if (!first || job.priority > first.priority || (job.priority === first.priority && job.seq < first.seq))
      first = job;
  }
  return first;
}
