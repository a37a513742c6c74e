import type { Night } from '#src/publish/nights/index.ts';
import type { ListedRelease } from '#src/publish/release/index.ts';

export type { ListedRelease };

/** A run, without the page counts by kind: no chart uses them. */
export type ShownNight = Omit<Night, 'kinds'>;

export interface BrandStatus {
  readonly brand: string;
  readonly name: string;
  /** The brand's first host. */
  readonly host: string;
  readonly live: ListedRelease | null;
  /** Latest run of the whole site in the last 30 days. */
  readonly last: ShownNight | null;
}

export interface Status {
  readonly brands: readonly BrandStatus[];
  /** Runs of whole sites in the last 30 days, newest first. */
  readonly nights: readonly ShownNight[];
  /** Number of open reports from readers. */
  readonly reports: number;
}

/** The HTML of one page in two releases; null if a release has no such page. */
export interface PageTexts {
  readonly before: string | null;
  readonly after: string | null;
}
