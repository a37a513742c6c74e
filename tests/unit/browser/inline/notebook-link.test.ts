import { readFileSync } from 'node:fs';
import { runInNewContext } from 'node:vm';
import { parseHTML } from 'linkedom';
import { describe, expect, it } from 'vitest';

const script = readFileSync(new URL('../../../../src/browser/inline/notebook-link.js', import.meta.url), 'utf8');

/** The number that the link shows; null where it is hidden. */
function shown(kept: string | null): string | null {
  const { document } = parseHTML(
    '<!doctype html><html><body><a data-notebook="4" hidden><b data-count></b></a></body></html>',
  );
  runInNewContext(script, { document, localStorage: { getItem: () => kept } });
  const link = document.querySelector('a');
  return link?.hasAttribute('hidden') ? null : (link?.textContent ?? '');
}

describe('the way to the notebook on the page of a book', () => {
  const mark = (id: number, kind = 'highlight') => ({ kind, book: { id } });
  it.each([
    ['with the number of its marks', JSON.stringify([mark(4), mark(3), mark(4, 'bookmark')]), '2'],
    ['not where another book has marks', JSON.stringify([mark(3)]), null],
    ['not where the marks were removed', JSON.stringify([{ kind: 'removed', id: 'x' }]), null],
    ['not where nothing is kept', null, null],
    ['not where junk is kept', '{"a":', null],
    ['with what can be read', JSON.stringify([null, mark(4)]), '1'],
  ])('is shown %s', (_what, kept, number) => expect(shown(kept)).toBe(number));
});
