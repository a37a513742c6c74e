import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { Answer, ListAnswer } from '../../contract/answers.ts';
import type { FullVersion, ListedVersion } from '../../contract/revisions.ts';
import { call } from '../providers/http.ts';

export type Revised = 'books' | 'chapters' | 'brand-settings';

export const VERSIONS_PER_PAGE = 20;

/** The key of all queries about the versions of a record. */
export const historyKey = (resource: Revised, id: string) => ['history', resource, id] as const;

const pathOf = (resource: Revised, id: string) => `${resource}/${encodeURIComponent(id)}/revisions`;

// The versions stay as they were when the page was opened, so that restoring one checks what the editor has seen.
const UNTIL_INVALIDATED = { staleTime: Number.POSITIVE_INFINITY, refetchOnWindowFocus: false } as const;

export const useVersions = (resource: Revised, id: string, page: number) =>
  useQuery({
    ...UNTIL_INVALIDATED,
    queryKey: [...historyKey(resource, id), 'list', page],
    queryFn: ({ signal }) =>
      call<ListAnswer<ListedVersion>>(`${pathOf(resource, id)}?page=${page}&perPage=${VERSIONS_PER_PAGE}`, { signal }),
    placeholderData: keepPreviousData,
  });

export const useVersion = (resource: Revised, id: string, version: number | undefined) =>
  useQuery({
    ...UNTIL_INVALIDATED,
    queryKey: [...historyKey(resource, id), 'one', version],
    queryFn: ({ signal }) =>
      call<Answer<FullVersion>>(`${pathOf(resource, id)}/${version}`, { signal }).then(({ data }) => data),
    enabled: version !== undefined,
  });

/** The record as the editor sees it. */
export const useSeenRecord = (resource: Revised, id: string) =>
  useQuery({
    ...UNTIL_INVALIDATED,
    queryKey: [...historyKey(resource, id), 'record'],
    queryFn: ({ signal }) =>
      call<Answer<Readonly<Record<string, unknown>>>>(`${resource}/${encodeURIComponent(id)}`, { signal }).then(
        ({ data }) => data,
      ),
  });

export const restoreVersion = (resource: Revised, id: string, version: number, seen: object) =>
  call(`${pathOf(resource, id)}/${version}/restore`, { method: 'POST', body: { seen } });
