import type { SearchSynonyms } from '#src/brand/search-synonyms.ts';
import type { LocaleCode } from '#src/contract/locales.ts';
import type { Log } from '#src/lib/log.ts';
import type { Push } from '../push/index.ts';
import type { BrandStatistics } from '../statistics/index.ts';
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
  /** Sends emails; undefined if emails are not configured. */
  readonly mailer: Mailer | undefined;
  /** The OpenID provider; undefined if none is configured. */
  readonly oidc: OidcProvider | undefined;
  readonly log: Log;
  readonly refusals: Refusals;
  readonly now: () => Date;
}

/** A brand's site, as its visitors see it. */
export interface Site {
  readonly origin: string;
  readonly name: string;
  /** The brand's own interface texts by language, for mails. */
  readonly texts?: Readonly<Partial<Record<LocaleCode, Readonly<Record<string, string>>>>> | undefined;
}

/** The parts of a request that only calls about sessions use. */
export interface BrowserRequest {
  /** The refresh token in the session cookie; '' if there is none. */
  readonly refresh: string;
  readonly userAgent: string;
  /** Whether a page of the same site sent the request. */
  readonly sameOrigin: boolean;
  /** Adds a Set-Cookie header to the response. */
  setCookie(cookie: string): void;
}

/** The state of the API, and the data of a request except the parameters of the call. */
export interface CallContext extends ApiState {
  readonly brand: string;
  /** The group of brands with which the brand shares accounts. */
  readonly accounts: string;
  /** The origin and the name of the brand's site. */
  readonly site: Site;
  /** Measurement ids of the brand. */
  readonly measurementIds: readonly string[];
  /** Counts the brand's events; undefined if the brand has no statistics. */
  readonly statistics?: BrandStatistics | undefined;
  /** Whether the brand has lists that are computed from its readers. */
  readonly livingLists: boolean;
  /** Synonyms for searches in the folder of the brand. */
  readonly synonyms?: SearchSynonyms | undefined;
  /** The content section; 7 by default. */
  readonly section: number;
  /** The parameter `lang`, in lower case. */
  readonly lang: string;
  /** The header Device-Uuid; '' if it is missing or invalid. */
  readonly device: string;
  /** The bearer token; '' if there is none. */
  readonly token: string;
  /** Id of the signed-in visitor; undefined if there is no valid token. */
  readonly user: number | undefined;
  /** Id of the visitor's session; undefined if there is no valid token. */
  readonly session: number | undefined;
  readonly browser: BrowserRequest;
  /** The visitor's IPv4 address, or the /64 of the IPv6 address. Rate limits apply to it. */
  readonly address: string;
}

/** Settings of the calls under a prefix. */
export interface RouteOptions {
  readonly brand: string;
  /** Group of brands that share accounts. */
  readonly accounts: string;
  readonly site: Site;
  readonly measurementIds: readonly string[];
  /** Counts the brand's events; undefined if the brand has no statistics. */
  readonly statistics?: BrandStatistics | undefined;
  /** Whether the brand has lists that are computed from its readers. */
  readonly livingLists: boolean;
  /** Synonyms for searches in the folder of the brand. */
  readonly synonyms?: SearchSynonyms | undefined;
  readonly state: ApiState;
  /** Whether every response is checked against the contract, as in tests and development. */
  readonly checkResponses: boolean;
}
