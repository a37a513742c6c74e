import type { JobOutcome, NightOrder, ShardOrder } from './orders.ts';

/** The orders for workers on all machines, by kind. Each kind has its own queue. */
export interface Orders {
  readonly night: NightOrder;
  readonly shard: ShardOrder;
}
export type Kind = keyof Orders;

/** A queue of jobs. Jobs survive the processes that run them. */
export interface JobQueue {
  /** @returns the id of the job, or of an equal job that is already waiting */
  send(order: NightOrder): Promise<string>;
  sendShards(orders: readonly ShardOrder[], priority: number): Promise<void>;
  /**
   * Takes the waiting job with the highest priority. If a job is malformed, moves it to the failed jobs and records the
   * reason.
   * @returns undefined if no job is waiting
   */
  take<K extends Kind>(kind: K, minPriority?: number): Promise<Taken<Orders[K]> | undefined>;
  find(id: string): Promise<JobState | undefined>;
  /** Lists the shards of a run. */
  findShards(run: string): Promise<readonly ShardState[]>;
  /** Completes the job of a shard that this worker has rendered, although another worker still has the job. */
  completeShard(id: string): Promise<void>;
  close(): Promise<void>;
}

/** A job in progress. The queue sends heartbeats until the job is settled. */
export interface Taken<Order> {
  readonly id: string;
  readonly order: Order;
  readonly priority: number;
  done(outcome: JobOutcome): Promise<void>;
  /** Returns the job to the queue for any free worker. */
  giveBack(reason: string): Promise<void>;
  /** Moves the job to the failed jobs. It is never retried. */
  reject(reason: string): Promise<void>;
}

export interface JobState {
  readonly state: 'waiting' | 'active' | 'done' | 'failed';
  readonly outcome: JobOutcome | undefined;
}

export interface ShardState {
  readonly id: string;
  readonly index: number;
  readonly of: number;
  readonly state: JobState['state'];
  /** When the job was last taken. */
  readonly started: Date | null;
  readonly seconds: number | undefined;
  readonly outcome: JobOutcome | undefined;
}
