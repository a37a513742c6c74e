import { describe, expect, it } from 'vitest';
import { readNotebookFragment } from '#src/routes/notebook-fragment.ts';
import { createPaths } from '#src/routes/paths.ts';

const paths = createPaths('es');
const MARK = '0d1f9c3e-7a55-4bd5-9d5c-0c6d2f1b8a90';
const NONE = { bookId: null, markId: null };

describe('the URL of a notebook', () => {
  it.each([
    [paths.notebook(), '/es/notebook', NONE],
    [paths.notebook(12), '/es/notebook#book=12', { bookId: 12, markId: null }],
    [paths.notebook(12, MARK), `/es/notebook#book=12&mark=${MARK}`, { bookId: 12, markId: MARK }],
  ])('is parsed as it was built: %s', (path, written, place) => {
    expect(path).toBe(written);
    expect(readNotebookFragment(new URL(path, 'https://x.example').hash)).toEqual(place);
  });

  it.each(['', '#', '#book=', '#book=0', '#book=-1', '#book=1e3', '#shelf', '#book=1&mark=<b>', '#book=1&mark=short'])(
    'selects the list of notebooks for %j',
    (hash) => expect(readNotebookFragment(hash)).toEqual(NONE),
  );
});
