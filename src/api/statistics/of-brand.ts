import type { Statistics } from './collect.ts';
import type { CountedPage, Sender, StatisticsConfig } from './types.ts';

/** A page view as the page reports it. */
export interface ReportedView {
  readonly path: string;
  /** Paths of chapters that were read to the end since the last report. */
  readonly reads: readonly string[];
  /** Origin of the page that linked here; '' if there is none. */
  readonly referrer: string;
}

/** The part of a call's context that identifies its sender. */
interface Call {
  readonly address: string;
  readonly browser: { readonly userAgent: string };
}

/** Counts the events of one brand. */
export interface BrandStatistics {
  pageView(call: Call, view: ReportedView): void;
  /** Counts books that were added to a shelf. */
  shelved(call: Call, books: readonly number[]): void;
  unlocked(call: Call, book: number, chapter: number): void;
  searched(call: Call, search: { readonly section: number; readonly word: string; readonly results: number }): void;
  signedUp(call: Call, section: number): void;
}

const senderOf = ({ address, browser }: Call): Sender => ({ address, userAgent: browser.userAgent });

/** `section` is that of the book; events without one get it when they are stored. */
const pageOf = (book: number, chapter: number): CountedPage => ({ section: 0, book, chapter });

export function statisticsOf(brand: string, config: StatisticsConfig, statistics: Statistics): BrandStatistics {
  return {
    pageView(call, { path, reads, referrer }) {
      const sender = senderOf(call);
      const page = config.pageOf(path);
      if (page) statistics.count(brand, sender, { kind: 'view', ...page, origin: originOf(referrer, config.hosts) });
      for (const read of new Set(reads)) {
        const chapter = config.pageOf(read);
        if (chapter && chapter.chapter > 0) statistics.count(brand, sender, { kind: 'read', ...chapter });
      }
    },
    shelved(call, books) {
      for (const book of books) statistics.count(brand, senderOf(call), { kind: 'shelved', ...pageOf(book, 0) });
    },
    unlocked(call, book, chapter) {
      statistics.count(brand, senderOf(call), { kind: 'unlock', ...pageOf(book, chapter) });
    },
    searched(call, search) {
      statistics.count(brand, senderOf(call), { kind: 'search', ...search });
    },
    signedUp(call, section) {
      statistics.count(brand, senderOf(call), { kind: 'sign-up', section });
    },
  };
}

/** Maximum length of a stored origin: a host name may have 253 characters. */
const MAX_ORIGIN_CHARACTERS = 262;

/**
 * The origin of a referrer.
 * @returns '' if there is none, undefined for a page of the brand itself
 */
function originOf(referrer: string, hosts: readonly string[]): string | undefined {
  if (referrer === '') return '';
  const url = URL.parse(referrer);
  if (!url || !/^https?:$/.test(url.protocol) || url.origin.length > MAX_ORIGIN_CHARACTERS) return '';
  return hosts.includes(url.hostname) ? undefined : url.origin;
}
