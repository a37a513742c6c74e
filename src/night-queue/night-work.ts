import { LecternError } from '#src/lib/errors.ts';
import type { KindCosts, RebuildReport } from '#src/rebuild/index.ts';
import type { Lease } from '#src/release-store/index.ts';
import type { Taken } from './job-queue.ts';
import type { NightOrder, ShardOrder } from './orders.ts';

/** What a machine does with pages, files and the store. When it does what is decided in worker.ts and make-night.ts. */
export interface NightWork {
  /**
   * Brings this machine's copies to those of the store, reads the upstream, plans and cuts the plan into shards; or goes on with
   * a night that another worker has begun.
   */
  begin(job: Taken<NightOrder>): Promise<BegunNight | EndedNight>;
  /** Renders a shard and uploads it. No pages where it is there already, or its night is over. */
  renderShard(order: ShardOrder): Promise<{ readonly pages: number; readonly costs: KindCosts }>;
}

export interface BegunNight {
  /** Number of its shards; 0 where this worker makes it alone. */
  readonly of: number;
  /** Numbers of the shards that the store has. */
  findDone(): Promise<ReadonlySet<number>>;
  /** Brings one of them to this machine. */
  take(index: number): Promise<void>;
  /**
   * Makes the release and publishes it.
   * @param costs what all shards have cost
   * @throws LeaseError where the right to publish is lost
   */
  publish(lease: Lease, costs: KindCosts): Promise<RebuildReport>;
}

/** The night was published before, by a worker that was lost before it could say so. */
export interface EndedNight {
  readonly report: RebuildReport;
}

/** The store has lost the run's data, so no worker can render it. */
export class LostRunError extends LecternError {
  constructor(message: string) {
    super('RUN_LOST', message);
  }
}

/** A worker of this code, or with these brands, cannot do the job; another can. */
export class OtherCodeError extends LecternError {
  constructor(message: string) {
    super('OTHER_CODE', message);
  }
}
