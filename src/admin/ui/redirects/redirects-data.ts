import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { Answer, ListAnswer } from '../../contract/answers.ts';
import type { ListedRedirect, RedirectReport } from '../../contract/redirects.ts';
import { call } from '../providers/http.ts';

export const REDIRECTS_PER_PAGE = 50;

const pathOf = (brand: string) => `redirects/${encodeURIComponent(brand)}`;

/** @param page from 1 */
export const useRedirects = (brand: string, q: string, page: number) =>
  useQuery({
    queryKey: ['redirects', brand, q, page],
    queryFn: ({ signal }) => {
      const filter = encodeURIComponent(JSON.stringify({ q }));
      const query = `page=${page}&perPage=${REDIRECTS_PER_PAGE}&filter=${filter}`;
      return call<ListAnswer<ListedRedirect>>(`${pathOf(brand)}?${query}`, { signal });
    },
    placeholderData: keepPreviousData,
  });

/** Adds redirects from CSV, or only checks them. */
export function useAddRedirects(brand: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: { readonly csv: string; readonly check: boolean }) =>
      call<Answer<RedirectReport>>(pathOf(brand), { method: 'POST', body }).then(({ data }) => data),
    onSuccess: () => client.invalidateQueries({ queryKey: ['redirects', brand] }),
  });
}

export function useDeleteRedirects(brand: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (from: readonly string[]) => call(`${pathOf(brand)}/delete`, { method: 'POST', body: { from } }),
    onSuccess: () => client.invalidateQueries({ queryKey: ['redirects', brand] }),
  });
}
