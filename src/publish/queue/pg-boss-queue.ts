import { type JobWithMetadata, PgBoss } from 'pg-boss';
import * as v from 'valibot';
import type { Log } from '#src/lib/log.ts';
import { repeatQuery } from '#src/publish/release-store/index.ts';
import type { JobQueue, JobState, Kind, Orders, ShardState, Taken } from './job-queue.ts';
import { type JobOutcome, NightOrder, PRIORITY, ShardOrder } from './orders.ts';

const SCHEMA = 'lectern_queue';
const NAMES: Readonly<Record<Kind, string>> = { night: 'nights', shard: 'shards' };

/** Seconds without a heartbeat after which a worker counts as dead and another worker gets its job. */
const SILENT_SECONDS = 10;
/** Interval between heartbeats, in ms. */
const SIGN_OF_LIFE_MS = 3000;
/** How often the queue searches for dead workers, in seconds. */
const CHECK_INTERVAL_SECONDS = 2;
/** Time limit for a job that never finishes. Heartbeats only detect workers that have died. */
const MAX_JOB_SECONDS = 23 * 60 * 60;
/** How long finished jobs are kept, in seconds. */
const KEPT_SECONDS = 7 * 24 * 60 * 60;
/** Maximum number of jobs to find for a run: enough for all its shards, including those queued again. */
const MAX_JOBS_FOUND = 20_000;
/** Retry settings for jobs, with delays in seconds. A store or database outage of an hour must not abort a rebuild. */
const RETRIES = { retryLimit: 360, retryDelay: 5, retryBackoff: true, retryDelayMax: 10 };

/** Opens the queue in a PostgreSQL database and creates missing tables. */
export async function openPgBossQueue(postgres: string, log: Log): Promise<JobQueue> {
  const boss = new PgBoss({
    connectionString: postgres,
    schema: SCHEMA,
    application_name: 'lectern',
    max: 4,
    schedule: false,
    superviseIntervalSeconds: CHECK_INTERVAL_SECONDS,
    monitorIntervalSeconds: CHECK_INTERVAL_SECONDS,
  });
  let lastMessage: string | undefined;
  // Logs errors from pg-boss's own timers. Calls throw their own errors.
  boss.on('error', (error: Error) => {
    if (error.message !== lastMessage) log.warn('error of the job queue', { reason: error.message });
    lastMessage = error.message;
  });
  await boss.start();
  const common = { ...RETRIES, expireInSeconds: MAX_JOB_SECONDS, deleteAfterSeconds: KEPT_SECONDS };
  await boss.createQueue(NAMES.night, { ...common, policy: 'exclusive', heartbeatSeconds: SILENT_SECONDS });
  await boss.createQueue(NAMES.shard, { ...common, policy: 'standard', heartbeatSeconds: SILENT_SECONDS });

  return {
    async send(order) {
      const isCorrection = order.pages !== undefined;
      const singletonKey = `${order.brand} ${isCorrection ? order.pages.join(' ') : 'night'}`;
      const priority = isCorrection ? PRIORITY.correction : PRIORITY.night;
      for (;;) {
        const id = await boss.send(NAMES.night, order, { singletonKey, priority });
        if (id !== null) return id;
        const [equal] = (await boss.findJobs<NightOrder>(NAMES.night, { key: singletonKey })).filter(isOpen);
        if (equal) return equal.id;
      }
    },
    async sendShards(orders, priority) {
      await boss.insert(
        NAMES.shard,
        orders.map((data) => ({ data, priority })),
      );
    },
    async take<K extends Kind>(kind: K, minPriority?: number) {
      const options = minPriority === undefined ? {} : { minPriority: minPriority };
      for (;;) {
        const [job] = await boss.fetch<unknown>(NAMES[kind], { ...options, includeMetadata: true });
        if (!job) return undefined;
        const takenJob = takenOf(boss, postgres, NAMES[kind], job);
        const order = v.safeParse(ORDERS[kind], job.data);
        if (order.success) return { ...takenJob, order: order.output as Orders[K] };
        const reason = `malformed: ${problemsOf(order.issues)}`;
        log.warn('job moved to the failed jobs', { queue: NAMES[kind], job: job.id, reason });
        await takenJob.reject(reason);
      }
    },
    async find(id) {
      const [job] = await boss.findJobs<NightOrder>(NAMES.night, { id });
      return job && stateOf(job);
    },
    async findShards(run) {
      const jobs = await boss.findJobs<Orders['shard']>(NAMES.shard, { data: { run }, limit: MAX_JOBS_FOUND });
      return jobs.map(shardOf);
    },
    completeShard: async (id) => void (await boss.complete(NAMES.shard, id)),
    close: () => boss.stop({ graceful: false, close: true }),
  };
}

const ORDERS = { night: NightOrder, shard: ShardOrder } as const;

const problemsOf = (issues: readonly v.BaseIssue<unknown>[]) =>
  issues.map((issue) => `${v.getDotPath(issue) ?? 'the job'}: ${issue.message}`).join('; ');

const isOpen = ({ state }: Pick<JobWithMetadata, 'state'>) =>
  state === 'created' || state === 'retry' || state === 'active';

const STATES: Readonly<Record<JobWithMetadata['state'], JobState['state']>> = {
  created: 'waiting',
  retry: 'waiting',
  active: 'active',
  completed: 'done',
  cancelled: 'failed',
  failed: 'failed',
};

const stateOf = ({ state, output }: Pick<JobWithMetadata, 'state' | 'output'>): JobState => ({
  state: STATES[state],
  outcome: (output as JobOutcome | null) ?? undefined,
});

function shardOf(job: JobWithMetadata<Orders['shard']>): ShardState {
  const { id, data, startedOn: started, completedOn: completed } = job;
  const seconds = started && completed ? (completed.getTime() - started.getTime()) / 1000 : undefined;
  return { id, index: data.index, of: data.of, started, seconds, ...stateOf(job) };
}

/** Query that sends a heartbeat. Unlike the library's `touch`, it can run in a separate thread. */
const TOUCH = `UPDATE ${SCHEMA}.job SET heartbeat_on = ${SCHEMA}.job_now()
WHERE name = $1 AND id = $2 AND retry_count = $3 AND state = 'active'`;

/** Query that sets the retry limit to the current attempt, so that pg-boss's `fail` ends the job. */
const NO_RETRY = `UPDATE ${SCHEMA}.job SET retry_limit = retry_count
WHERE name = $1 AND id = $2 AND retry_count = $3 AND state = 'active'`;

/**
 * Wraps a job that a worker has taken. Only the current attempt can be settled: a worker that was silent for too long
 * has lost the job to another worker.
 */
function takenOf(
  boss: PgBoss,
  postgres: string,
  name: string,
  job: JobWithMetadata<unknown>,
): Omit<Taken<unknown>, 'order'> {
  const { id, retryCount, priority } = job;
  const attempt = { id, retryCount };
  const endSigns = repeatQuery({
    postgres,
    sql: TOUCH,
    values: [name, id, retryCount],
    everyMs: SIGN_OF_LIFE_MS,
  });
  const settle = async (work: () => Promise<unknown>) => {
    try {
      await work();
    } finally {
      endSigns();
    }
  };
  return {
    id,
    priority,
    done: (outcome) => settle(() => boss.complete(name, attempt, outcome)),
    giveBack: (reason) => settle(() => boss.fail(name, attempt, failure(reason))),
    reject: (reason) =>
      settle(async () => {
        await boss.getDb().executeSql(NO_RETRY, [name, id, retryCount]);
        await boss.fail(name, attempt, failure(reason));
      }),
  };
}

const failure = (reason: string) => ({ error: { message: reason } });
