import { LecternError } from '#src/lib/errors.ts';
import type { KindCosts, RebuildReport } from '#src/publish/rebuild/index.ts';
import type { Lease } from '#src/publish/release-store/index.ts';
import type { Taken } from './job-queue.ts';
import type { NightOrder, ShardOrder } from './orders.ts';

/** A machine's operations on pages, files and the store. worker.ts and make-night.ts decide when to run them. */
export interface NightWork {
  /**
   * Downloads the store's state to this machine, reads the upstream, plans, and cuts the plan into shards; or continues
   * a rebuild that another worker started.
   */
  begin(job: Taken<NightOrder>): Promise<BegunNight | EndedNight>;
  /**
   * Renders a shard and uploads it. Does nothing if the store already has the shard, or if the rebuild that it belongs
   * to is over.
   */
  renderShard(order: ShardOrder): Promise<{ readonly pages: number; readonly costs: KindCosts }>;
}

export interface BegunNight {
  /** Number of shards; 0 if this worker builds the release alone. */
  readonly of: number;
  /** Returns the numbers of the shards in the store. */
  findDone(): Promise<ReadonlySet<number>>;
  /** Downloads a finished shard to this machine. */
  take(index: number): Promise<void>;
  /**
   * Builds the release and publishes it.
   * @param costs measured costs of all shards, by kind of page
   * @throws LeaseError if the publishing lease was lost
   */
  publish(lease: Lease, costs: KindCosts): Promise<RebuildReport>;
}

/** A rebuild whose release was published by a worker that was lost before it could end the job. */
export interface EndedNight {
  readonly report: RebuildReport;
}

/** Thrown if the store has lost the run's data, so that no worker can render the run. */
export class LostRunError extends LecternError {
  constructor(message: string) {
    super('RUN_LOST', message);
  }
}

/** Thrown if this worker's code or brands do not fit the job. Another worker may be able to do it. */
export class OtherCodeError extends LecternError {
  constructor(message: string) {
    super('OTHER_CODE', message);
  }
}
