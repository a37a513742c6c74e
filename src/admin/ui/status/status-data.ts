import { useQuery } from '@tanstack/react-query';
import type { Answer, ListAnswer } from '../../contract/answers.ts';
import type { PublishRun } from '../../contract/publish.ts';
import type { Status } from '../../contract/status.ts';
import { call } from '../providers/http.ts';

const REFETCH_INTERVAL_MS = 10_000;

export const useStatus = () =>
  useQuery({
    queryKey: ['status'],
    queryFn: ({ signal }) => call<Answer<Status>>('status', { signal }).then(({ data }) => data),
    refetchInterval: REFETCH_INTERVAL_MS,
  });

export const useRuns = () =>
  useQuery({
    queryKey: ['publish'],
    queryFn: ({ signal }) => call<ListAnswer<PublishRun>>('publish', { signal }).then(({ data }) => data),
    refetchInterval: REFETCH_INTERVAL_MS,
  });
