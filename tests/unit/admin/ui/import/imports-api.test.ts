import { describe, expect, it } from 'vitest';
import type { ImportSummary } from '#src/admin/contract/imports.ts';
import { type LoadedBatch, refreshAfterReading, withProgress } from '#src/admin/ui/import/imports-api.ts';

const MINUTE_MS = 60_000;
const BEFORE = { id: 'a', state: 'storing', share: 0, storedBooks: 0, books: [{ index: 3 }], listedAt: 0 };
const progressOf = (progress: object) =>
  withProgress(
    BEFORE as unknown as LoadedBatch,
    { id: 'a', state: 'storing', share: 0.5, storedBooks: 0, books: 1, ...progress } as unknown as ImportSummary,
    'at' in progress ? Number(progress.at) : 0,
  );

describe('withProgress', () => {
  it('adds the progress to the list of books', () => {
    expect(progressOf({})).toEqual({ ...BEFORE, share: 0.5 });
  });

  it('requires a new list once the work has ended', () => {
    expect(progressOf({ state: 'ready' })).toBeUndefined();
    expect(progressOf({ state: 'failed' })).toBeUndefined();
  });

  it('requires a new list if books were read or stored, but not for every book', () => {
    expect(progressOf({ books: 2 })).toMatchObject({ books: [{ index: 3 }] });
    expect(progressOf({ storedBooks: 1 })).toMatchObject({ storedBooks: 0 });
    expect(progressOf({ books: 2, at: MINUTE_MS })).toBeUndefined();
    expect(progressOf({ storedBooks: 1, at: MINUTE_MS })).toBeUndefined();
    expect(progressOf({ at: MINUTE_MS })).toMatchObject({ share: 0.5 });
  });
});

describe('refreshAfterReading', () => {
  it('requests the books only after the batch has arrived', async () => {
    const requested: unknown[] = [];
    const batch = Promise.withResolvers<void>();
    const queries = {
      invalidateQueries: (filters?: { queryKey?: unknown }) => {
        requested.push(filters?.queryKey);
        return requested.length === 1 ? batch.promise : Promise.resolve();
      },
    };
    const refreshed = refreshAfterReading(queries as Parameters<typeof refreshAfterReading>[0], 'a');
    await Promise.resolve();
    expect(requested).toEqual([['imports', 'a']]);
    batch.resolve();
    await refreshed;
    expect(requested).toEqual([
      ['imports', 'a'],
      ['imports', 'a', 'books'],
    ]);
  });
});
