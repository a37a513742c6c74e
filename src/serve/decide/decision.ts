import type { RecordedPage } from '#src/publish/release/index.ts';
import type { Match } from '#src/routes/parse.ts';
import type { DictionaryName } from '../files/dictionaries.ts';
import type { OwnPost } from './own-posts.ts';

/** How to respond to a request. Plain data; site-server.ts and brand-site.ts send the response. */
export type Decision =
  | { readonly kind: 'health' | 'readiness' | 'proxy' }
  | OwnPost
  | ApiError
  | Refusal
  | Redirect
  | PlainPage
  | UnknownGuard
  | ContentDecision;

/** Content of a brand: from its release, from its files, or rendered. */
export type ContentDecision =
  | { readonly kind: 'asset' | 'serviceWorker' }
  | DictionaryFile
  | PrerenderedPage
  | PageToRender
  | ErrorPage;

const CONTENT: ReadonlySet<string> = new Set([
  'asset',
  'serviceWorker',
  'dictionary',
  'page',
  'render',
  'errorPage',
] satisfies ContentDecision['kind'][]);

export const isContent = (decision: Decision): decision is ContentDecision => CONTENT.has(decision.kind);

export type Headers = Readonly<Record<string, string>>;

/** An error in the contract's format. */
export interface ApiError {
  readonly kind: 'apiError';
  readonly status: number;
  readonly code: string;
  readonly message: string;
}

/** A response with one line of text, after which the connection is closed. */
export interface Refusal {
  readonly kind: 'refusal';
  readonly status: number;
  readonly text: string;
  readonly headers: Headers;
}

export interface Redirect {
  readonly kind: 'redirect';
  readonly status: number;
  readonly location: string;
  readonly headers: Headers;
}

/** A page built into the server, sent if no release contains a suitable page. */
export interface PlainPage {
  readonly kind: 'plainPage';
  readonly status: number;
  readonly title: string;
  readonly text: string;
  readonly headers: Headers;
}

/** The guard table names a guard that does not exist. */
export interface UnknownGuard {
  readonly kind: 'unknownGuard';
  readonly name: string;
  readonly page: PlainPage;
}

export interface PrerenderedPage {
  readonly kind: 'page';
  readonly page: RecordedPage;
  /**
   * Whether visitors get different responses for this path, depending on their language. If not, all visitors get the
   * same response while the release is live.
   */
  readonly variesByLanguage: boolean;
}

/** A compression dictionary for pages. */
export interface DictionaryFile {
  readonly kind: 'dictionary';
  readonly name: DictionaryName;
}

export interface PageToRender {
  readonly kind: 'render';
  readonly match: Match;
  /** Path, with only those query parameters that the page reads. */
  readonly address: string;
  /** Whether the response may be sent to all visitors, on any host of the brand. */
  readonly isCacheable: boolean;
  /** Whether some visitors are redirected instead of getting the page, depending on their `section` cookie. */
  readonly variesBySection: boolean;
}

/** An error page from the release. */
export interface ErrorPage {
  readonly kind: 'errorPage';
  readonly status: number;
  readonly page: RecordedPage;
  /** With status 451: the law or demand, as plain text, that the page shows. */
  readonly reason?: string;
}

/** What rendering returns instead of a page. */
export type NotRendered =
  | { readonly kind: 'redirect'; readonly status: number; readonly location: string }
  | { readonly kind: 'error'; readonly status: number };
