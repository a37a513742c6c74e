import type { Log } from '#src/lib/log.ts';
import type { Store } from '../store/index.ts';
import type { PageStarts } from '../store/reads/index.ts';
import type { PageViews } from '../store/visitors/views.ts';
import type { VisitorLimits } from '../visitors/limits.ts';
import type { Measurement } from '../visitors/measurement.ts';

/** What the API holds from start to close. */
export interface ApiState {
  readonly store: Store;
  readonly starts: PageStarts;
  readonly limits: VisitorLimits;
  readonly views: PageViews;
  readonly measurement: Measurement;
  readonly log: Log;
  readonly now: () => Date;
}

/** What a handler knows of the request besides its checked parameters. */
export interface CallContext extends ApiState {
  readonly brand: string;
  /** The brand's own. */
  readonly measurementIds: readonly string[];
  /** Content pool (spec 9); 7 where the request names none. */
  readonly section: number;
  /** Lower case. */
  readonly lang: string;
  /** Header Device-Uuid, or '' where it is missing or malformed. */
  readonly device: string;
  /** Bearer token, or ''. */
  readonly token: string;
  /** Id of the signed-in visitor, undefined without a valid token. */
  readonly user: number | undefined;
  /** The visitor's network address. */
  readonly address: string;
}
