import type { Log } from '#src/lib/log.ts';
import type { Push } from '../push/index.ts';
import type { Store } from '../store/index.ts';
import type { PageStarts } from '../store/reads/index.ts';
import type { Searches } from '../store/visitors/searches.ts';
import type { PageViews } from '../store/visitors/views.ts';
import type { CallLimits } from '../visitors/limits.ts';
import type { Mailer } from '../visitors/mail.ts';
import type { Measurement } from '../visitors/measurement.ts';
import type { OidcProvider } from '../visitors/oidc.ts';

/** What the API holds from start to close. */
export interface ApiState {
  readonly store: Store;
  readonly starts: PageStarts;
  readonly limits: CallLimits;
  readonly views: PageViews;
  readonly searches: Searches;
  readonly push: Push;
  readonly measurement: Measurement;
  /** Undefined where mail goes nowhere. */
  readonly mailer: Mailer | undefined;
  /** Undefined where none is configured. */
  readonly oidc: OidcProvider | undefined;
  readonly log: Log;
  readonly now: () => Date;
}

/** A brand's site as its visitors reach it. */
export interface Site {
  readonly origin: string;
  readonly name: string;
}

/** What only the calls about sessions look at. */
export interface BrowserAsk {
  /** The session's cookie, or ''. */
  readonly refresh: string;
  readonly userAgent: string;
  /** It was asked by a page of this very site. */
  readonly sameOrigin: boolean;
  /** Gives the browser a cookie with the answer. */
  setCookie(cookie: string): void;
}

/** What a handler knows of the request besides its checked parameters. */
export interface CallContext extends ApiState {
  readonly brand: string;
  /** Scheme and host of the brand's site, and the name visitors know it by. */
  readonly site: Site;
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
  /** Id of the visitor's session, undefined without a valid token. */
  readonly session: number | undefined;
  readonly browser: BrowserAsk;
  /** The visitor's network address. */
  readonly address: string;
}
