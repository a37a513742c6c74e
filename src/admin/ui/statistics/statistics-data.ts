import { useQuery } from '@tanstack/react-query';
import type { Answer } from '../../contract/answers.ts';
import type { BookStatistics, CountedBrand, StatisticsOverview } from '../../contract/statistics.ts';
import { call } from '../providers/http.ts';

/** The brands that have statistics. */
export const useCountedBrands = () =>
  useQuery({
    queryKey: ['statistics'],
    queryFn: ({ signal }) => call<Answer<readonly CountedBrand[]>>('statistics', { signal }).then(({ data }) => data),
  });

export const useOverview = (brand: string) =>
  useQuery({
    queryKey: ['statistics', brand],
    queryFn: ({ signal }) =>
      call<Answer<StatisticsOverview>>(`statistics/${encodeURIComponent(brand)}`, { signal }).then(({ data }) => data),
    enabled: brand !== '',
  });

export const useBookStatistics = (brand: string, book: string) =>
  useQuery({
    queryKey: ['statistics', brand, book],
    queryFn: ({ signal }) =>
      call<Answer<BookStatistics>>(`statistics/${encodeURIComponent(brand)}/books/${encodeURIComponent(book)}`, {
        signal,
      }).then(({ data }) => data),
  });
