import { useQuery } from '@tanstack/react-query';
import type { Answer } from '../../contract/answers.ts';
import type { PathChanges } from '../../contract/publish.ts';
import type { ListedRelease, PageTexts } from '../../contract/status.ts';
import { call } from '../providers/http.ts';

const pathOf = (brand: string, from: string, to: string) =>
  `status/${encodeURIComponent(brand)}/releases/${from}/${to}`;

export const useReleases = (brand: string) =>
  useQuery({
    queryKey: ['releases', brand],
    queryFn: ({ signal }) =>
      call<Answer<readonly ListedRelease[]>>(`status/${encodeURIComponent(brand)}/releases`, { signal }).then(
        ({ data }) => data,
      ),
    enabled: brand !== '',
  });

export const useChanges = (brand: string, from: string, to: string) =>
  useQuery({
    queryKey: ['releases', brand, from, to],
    queryFn: ({ signal }) => call<Answer<PathChanges>>(pathOf(brand, from, to), { signal }).then(({ data }) => data),
    enabled: from !== '' && to !== '' && from !== to,
  });

export const usePageTexts = (brand: string, from: string, to: string, path: string) =>
  useQuery({
    queryKey: ['releases', brand, from, to, path],
    queryFn: ({ signal }) => {
      const query = new URLSearchParams({ path });
      return call<Answer<PageTexts>>(`${pathOf(brand, from, to)}/page?${query}`, { signal }).then(({ data }) => data);
    },
  });

export const rollBack = (brand: string, release: string) =>
  call(`status/${encodeURIComponent(brand)}/rollback`, { method: 'POST', body: { release } });
