import type { JobOutcome, NightOrder, ShardOrder } from './orders.ts';

/** What workers on any machine are handed. Each kind has a queue of its own. */
export interface Orders {
  readonly night: NightOrder;
  readonly shard: ShardOrder;
}
export type Kind = keyof Orders;

/** Jobs that outlive the processes that do them. */
export interface JobQueue {
  /** @returns the job's id: of the one that waits already where an equal one does */
  send(order: NightOrder): Promise<string>;
  sendShards(orders: readonly ShardOrder[], priority: number): Promise<void>;
  /**
   * Takes the job with the highest priority. A malformed one is moved to the failed jobs with the reason.
   * @returns undefined if none is waiting
   */
  take<K extends Kind>(kind: K, leastPriority?: number): Promise<Taken<Orders[K]> | undefined>;
  find(id: string): Promise<JobState | undefined>;
  /** The shards of a run. */
  findShards(run: string): Promise<readonly ShardState[]>;
  /** Completes a shard that another worker has taken and that is done all the same. */
  completeShard(id: string): Promise<void>;
  close(): Promise<void>;
}

/** A job in hand: others are told that its worker lives, until it is settled. */
export interface Taken<Order> {
  readonly id: string;
  readonly order: Order;
  readonly priority: number;
  done(outcome: JobOutcome): Promise<void>;
  /** Gives it back, to be taken again by whoever is free. */
  giveBack(reason: string): Promise<void>;
  /** Moves it to the failed jobs. It is never retried. */
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
  /** Since when it is in hand, or was. */
  readonly started: Date | null;
  readonly seconds: number | undefined;
  readonly outcome: JobOutcome | undefined;
}
