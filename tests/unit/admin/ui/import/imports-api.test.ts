import { describe, expect, it } from 'vitest';
import type { ImportBatch } from '#src/admin/contract/imports.ts';
import { withPreviewsOf } from '#src/admin/ui/import/imports-api.ts';

const batchOf = (books: readonly { index: number; state: string; preview: object | null }[]) =>
  ({ id: 'a', state: 'storing', books }) as unknown as ImportBatch;

describe('withPreviewsOf', () => {
  it('keeps the previews of known books while the progress arrives without them', () => {
    const before = batchOf([{ index: 3, state: 'ready', preview: { title: 'The Raft' } }]);
    const progress = batchOf([
      { index: 3, state: 'storing', preview: null },
      { index: 4, state: 'reading', preview: null },
    ]);
    expect(withPreviewsOf(before, progress).books).toMatchObject([
      { index: 3, state: 'storing', preview: { title: 'The Raft' } },
      { index: 4, state: 'reading', preview: null },
    ]);
  });
});
