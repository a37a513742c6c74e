import type { Log } from '#src/lib/log.ts';
import type { Push } from '../push/index.ts';
import type { Store } from '../store/index.ts';
import type { PageStarts } from '../store/reads/index.ts';
import type { TextThreads } from '../store/text-threads.ts';
import type { Searches } from '../store/visitors/searches.ts';
import type { PageViews } from '../store/visitors/views.ts';
import type { Mailer } from '../visitors/mail.ts';
import type { Measurement } from '../visitors/measurement.ts';
import type { OidcProvider } from '../visitors/oidc.ts';
import type { CallLimits } from '../visitors/rate-limits.ts';
import type { Refusals } from './refusals.ts';

/** State of the API, from start to close. */
export interface ApiState {
  readonly store: Store;
  readonly starts: PageStarts;
  readonly limits: CallLimits;
  readonly views: PageViews;
  readonly searches: Searches;
  readonly textThreads: TextThreads;
  readonly push: Push;
  readonly measurement: Measurement;
  /** Undefined if no mail is sent. */
  readonly mailer: Mailer | undefined;
  /** Undefined if none is configured. */
  readonly oidc: OidcProvider | undefined;
  readonly log: Log;
  readonly refusals: Refusals;
  readonly now: () => Date;
}

/** A brand's site, as its visitors see it. */
export interface Site {
  readonly origin: string;
  readonly name: string;
}

/** The parts of a request that only session calls read. */
export interface BrowserRequest {
  /** The session's cookie, or ''. */
  readonly refresh: string;
  readonly userAgent: string;
  /** Whether a page of this site sent the request. */
  readonly sameOrigin: boolean;
  /** Adds a Set-Cookie header to the response. */
  setCookie(cookie: string): void;
}

/** The data of a request except the call's parameters, and the state of the API. */
export interface CallContext extends ApiState {
  readonly brand: string;
  /** Group of brands that share accounts. */
  readonly accounts: string;
  /** Scheme and host of the brand's site, and the name visitors know it by. */
  readonly site: Site;
  /** Measurement ids of the brand. */
  readonly measurementIds: readonly string[];
  /** Content pool (section); defaults to 7. */
  readonly section: number;
  /** Lower case. */
  readonly lang: string;
  /** Header Device-Uuid, or '' if it is missing or malformed. */
  readonly device: string;
  /** Bearer token, or ''. */
  readonly token: string;
  /** Id of the signed-in visitor, undefined without a valid token. */
  readonly user: number | undefined;
  /** Id of the visitor's session, undefined without a valid token. */
  readonly session: number | undefined;
  readonly browser: BrowserRequest;
  /** The visitor's IPv4 address, or the /64 of the IPv6 address: the key of rate limits. */
  readonly address: string;
}

/** Settings of the calls below one prefix. */
export interface RouteOptions {
  readonly brand: string;
  /** Group of brands that share accounts. */
  readonly accounts: string;
  readonly site: Site;
  readonly measurementIds: readonly string[];
  readonly state: ApiState;
  /** Checks every response against the contract: for tests and development. */
  readonly checkResponses: boolean;
}
