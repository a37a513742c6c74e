import { useQueries } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { BookPreview } from '../../contract/imports.ts';
import { blocksQuery } from './imports-api.ts';
import type { BlockWords, Plan } from './plan.ts';

/** The word count of each block of split chapters. */
export function useBlockWords(
  plan: Plan,
  { batch, book, preview }: { batch: string; book: number; preview: BookPreview },
): BlockWords {
  const indexes = useMemo(() => splitChapters(plan, preview), [plan, preview]);
  const results = useQueries({ queries: indexes.map((index) => blocksQuery(batch, book, index, preview.fingerprint)) });
  return Object.fromEntries(
    results.flatMap(({ data }, at) => {
      const index = indexes[at];
      return data && index !== undefined ? [[index, data.map(({ words }) => words)] as const] : [];
    }),
  );
}

/** Indexes of the original chapters that the plan has split. */
function splitChapters(plan: Plan, { chapters }: BookPreview): number[] {
  const pieces = plan.flatMap((chapter) => chapter.pieces);
  const partial = pieces.filter(({ chapter, from, to }) => from > 0 || to < (chapters[chapter]?.blocks ?? 0));
  return [...new Set(partial.map(({ chapter }) => chapter))];
}
