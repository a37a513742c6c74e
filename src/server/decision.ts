import type { RecordedPage } from '#src/release/index.ts';
import type { Match } from '#src/routes/parse.ts';
import type { DictionaryName } from './dictionaries.ts';
import type { OwnPost } from './own-posts.ts';

/** How a request is answered. Plain data: site-server.ts and brand-site.ts carry it out. */
export type Decision =
  | { readonly kind: 'health' | 'readiness' | 'proxy' }
  | OwnPost
  | ApiError
  | Refusal
  | Redirect
  | PlainPage
  | UnknownGuard
  | ContentDecision;

/** What a brand's site sends from its release, its files or its renderer. */
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

/** A line of text, after which the connection ends. */
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

/** A page of the server itself, where no release has one. */
export interface PlainPage {
  readonly kind: 'plainPage';
  readonly status: number;
  readonly title: string;
  readonly text: string;
  readonly headers: Headers;
}

/** The route's table names a guard that does not exist (product 8). */
export interface UnknownGuard {
  readonly kind: 'unknownGuard';
  readonly name: string;
  readonly page: PlainPage;
}

export interface PrerenderedPage {
  readonly kind: 'page';
  readonly page: RecordedPage;
  /** Otherwise every visitor gets the same response for this path, as long as the release is live. */
  readonly variesByLanguage: boolean;
}

/** The dictionary by which pages are compressed. */
export interface DictionaryFile {
  readonly kind: 'dictionary';
  readonly name: DictionaryName;
}

export interface PageToRender {
  readonly kind: 'render';
  readonly match: Match;
  /** Path with the part of the query that the page reads. */
  readonly address: string;
  /** Whether every visitor may get the response, at any host of the brand. */
  readonly isCacheable: boolean;
  /** Other visitors are redirected, by their cookie `section`. */
  readonly variesBySection: boolean;
}

/** The release's own page for an error. */
export interface ErrorPage {
  readonly kind: 'errorPage';
  readonly status: number;
  readonly page: RecordedPage;
}

/** What rendering gave instead of a page. */
export type NotRendered =
  | { readonly kind: 'redirect'; readonly status: number; readonly location: string }
  | { readonly kind: 'error'; readonly status: number };
