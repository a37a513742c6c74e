/** The page of a site that a path leads to. */
export interface CountedPage {
  /** Section of the page's language. */
  readonly section: number;
  /** Id of the book; 0 for pages without a book. */
  readonly book: number;
  /** Id of the chapter; 0 for pages that are not a chapter. */
  readonly chapter: number;
}

/** How the statistics of a brand interpret its page views. */
export interface StatisticsConfig {
  /** @returns undefined for a path that no page has */
  pageOf(path: string): CountedPage | undefined;
  /** Hosts of the brand. Visits from them have no referrer. */
  readonly hosts: readonly string[];
}

/** The sender of a request. It is only used to recognise bots and to count devices, and is never stored. */
export interface Sender {
  /** IPv4 address, or the /64 of an IPv6 address. */
  readonly address: string;
  readonly userAgent: string;
}

/** What is counted (docs/operate/analytics.md). `section` is replaced by that of the book, if there is one. */
export type StatisticsEvent =
  | (CountedPage & { readonly kind: 'view'; readonly origin: string | undefined })
  | (CountedPage & { readonly kind: 'read' | 'shelved' | 'unlock' })
  | { readonly kind: 'search'; readonly section: number; readonly word: string; readonly results: number }
  | { readonly kind: 'sign-up'; readonly section: number };

/** An event that has not been stored yet. */
export type QueuedEvent = StatisticsEvent & {
  readonly brand: string;
  /** UTC day. */
  readonly day: string;
  readonly sender: Sender;
};

/** An event of a person, with what the store needs instead of the sender. */
export type DeviceEvent = StatisticsEvent & {
  readonly brand: string;
  readonly day: string;
  /** Undefined if the day has been closed, so that its devices can no longer be counted. */
  readonly device: number | undefined;
  /** The network of the device; 0 if the brand has no living lists. */
  readonly network: number;
};

/** The UTC day of a time, such as `2026-03-01`. */
export const dayOf = (date: Date): string => date.toISOString().slice(0, 10);

const DAY_MS = 86_400_000;

/** The day that is a number of days before another. */
export const dayBefore = (day: string, days: number): string =>
  dayOf(new Date(Date.parse(`${day}T00:00:00Z`) - days * DAY_MS));
