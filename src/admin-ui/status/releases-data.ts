import { useQuery } from '@tanstack/react-query';
import { call } from '../providers/http.ts';
import type { ReleaseRow } from './status-data.ts';

const pathOf = (brand: string, from: string, to: string) =>
  `status/${encodeURIComponent(brand)}/releases/${from}/${to}`;

/** Paths by which two releases differ: the first of each kind, and how many there are. */
export interface ReleaseChanges {
  readonly added: readonly string[];
  readonly changed: readonly string[];
  readonly removed: readonly string[];
  readonly totals: Readonly<Record<'added' | 'changed' | 'removed', number>>;
}

/** The HTML of a page in two releases; null where it has none. */
export interface PageTexts {
  readonly before: string | null;
  readonly after: string | null;
}

export const useReleases = (brand: string) =>
  useQuery({
    queryKey: ['releases', brand],
    queryFn: ({ signal }) =>
      call<{ data: ReleaseRow[] }>(`status/${encodeURIComponent(brand)}/releases`, { signal }).then(({ data }) => data),
    enabled: brand !== '',
  });

export const useChanges = (brand: string, from: string, to: string) =>
  useQuery({
    queryKey: ['releases', brand, from, to],
    queryFn: ({ signal }) =>
      call<{ data: ReleaseChanges }>(pathOf(brand, from, to), { signal }).then(({ data }) => data),
    enabled: from !== '' && to !== '' && from !== to,
  });

export const usePageTexts = (brand: string, from: string, to: string, path: string) =>
  useQuery({
    queryKey: ['releases', brand, from, to, path],
    queryFn: ({ signal }) => {
      const query = new URLSearchParams({ path });
      return call<{ data: PageTexts }>(`${pathOf(brand, from, to)}/page?${query}`, { signal }).then(({ data }) => data);
    },
  });

export const rollBack = (brand: string, release: string) =>
  call(`status/${encodeURIComponent(brand)}/rollback`, { method: 'POST', body: { release } });
