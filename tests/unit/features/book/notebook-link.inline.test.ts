import { runInNewContext } from 'node:vm';
import { parseHTML } from 'linkedom';
import { describe, expect, it } from 'vitest';
import script from '#src/features/book/notebook-link.inline.ts?raw';

/** The number that the link shows; null if the link is hidden. */
function shownNumber(storedMarks: string | null): string | null {
  const { document } = parseHTML(
    '<!doctype html><html><body><a data-notebook="4" hidden><b data-count></b></a></body></html>',
  );
  runInNewContext(script, { document, localStorage: { getItem: () => storedMarks } });
  const link = document.querySelector('a');
  return link?.hasAttribute('hidden') ? null : (link?.textContent ?? '');
}

describe("the notebook link on a book's page", () => {
  const mark = (id: number, kind = 'highlight') => ({ kind, book: { id } });
  it.each([
    ['is shown with the number of marks', JSON.stringify([mark(4), mark(3), mark(4, 'bookmark')]), '2'],
    ['is hidden if only another book has marks', JSON.stringify([mark(3)]), null],
    ['is hidden if the marks were removed', JSON.stringify([{ kind: 'removed', id: 'x' }]), null],
    ['is hidden if nothing is stored', null, null],
    ['is hidden if invalid JSON is stored', '{"a":', null],
    ['is shown with the number of valid marks', JSON.stringify([null, mark(4)]), '1'],
  ])('%s', (_what, storedMarks, number) => expect(shownNumber(storedMarks)).toBe(number));
});
