import { useQuery } from '@tanstack/react-query';
import { call } from '../providers/http.ts';
import type { Run } from '../publish/publish-run.ts';

/** A run of the rebuild as the record has it (docs/operate/nights.md). */
export interface NightRow {
  readonly id: number;
  readonly brand: string;
  readonly mode: string;
  readonly started: string;
  readonly outcome: string;
  readonly seconds: Readonly<Record<string, number>>;
  readonly pages: { readonly rendered: number; readonly kept: number; readonly removed: number } | null;
  readonly reasons: readonly string[];
}

export interface ReleaseRow {
  readonly release: string;
  readonly live: boolean;
  readonly created: string;
  readonly pages: number;
  readonly bytes: number;
}

export interface BrandStatus {
  readonly brand: string;
  readonly name: string;
  readonly host: string;
  readonly live: ReleaseRow | null;
  /** The last run of the whole site. */
  readonly last: NightRow | null;
}

export interface Status {
  readonly brands: readonly BrandStatus[];
  /** Runs of whole sites of the last 30 days, the newest first. */
  readonly nights: readonly NightRow[];
  /** How many reports of readers are open. */
  readonly reports: number;
}

/** How often a page that stays open looks again, in ms. */
const EVERY = 10_000;

export const useStatus = () =>
  useQuery({
    queryKey: ['status'],
    queryFn: ({ signal }) => call<{ data: Status }>('status', { signal }).then(({ data }) => data),
    refetchInterval: EVERY,
  });

export const useRuns = () =>
  useQuery({
    queryKey: ['publish'],
    queryFn: ({ signal }) => call<{ data: Run[] }>('publish', { signal }).then(({ data }) => data),
    refetchInterval: EVERY,
  });
