// @vitest-environment happy-dom
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Footnote } from '#src/features/reader/text/Footnote.tsx';

let unmount = () => {};
beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
});
afterEach(() => {
  unmount();
  document.body.replaceChildren();
});

/** The text of the popup for the element with the id `n` in a chapter. */
async function popupOf(chapter: string) {
  document.body.innerHTML = `<div data-href="/book-reader/4/41"><article lang="en">${chapter}</article></div><div id="popup"></div>`;
  const root = createRoot(document.querySelector('#popup') as Element);
  unmount = () => act(() => root.unmount());
  const target = document.querySelector('#n') as Element;
  await act(async () => root.render(<Footnote t={(key: string) => key} target={target} onClose={() => {}} />));
  return document.querySelector('.footnote .reader-text') as HTMLElement;
}

const OTHER = '<p>The text of the chapter.</p>';

describe('the popup of a note', () => {
  it.each([
    ['an aside', '<aside class="text-note" id="n"><p>First.</p><p>More.</p></aside>', 'First.More.'],
    ['a marked paragraph', '<p class="text-note" id="n">1. First.</p><p>Second.</p>', '1. First.'],
    ['an unmarked paragraph', '<p id="n">Weir. <a class="text-note-back" href="#r">↩</a></p><p>Second.</p>', 'Weir. '],
    [
      'a definition',
      '<dl><dt><a href="#r">†</a></dt><dd class="text-note" id="n">First.</dd><dt>‡</dt><dd>Second.</dd></dl>',
      'First.',
    ],
    [
      'a table row',
      '<table><tbody><tr class="text-note" id="n"><td>9</td><td>First.</td></tr><tr><td>10</td><td>Second.</td></tr></tbody></table>',
      '9First.',
    ],
    ['a list item', '<ol><li class="text-note" id="n">First.</li><li>Second.</li></ol>', 'First.'],
    [
      'a note around the target',
      '<aside class="text-note"><p><a id="n" href="#r">6</a>. First.</p><p>More.</p></aside><p>Second.</p>',
      '6. First.More.',
    ],
  ])('contains only the text of its note: %s', async (_what, note, expected) => {
    const popup = await popupOf(`${OTHER}${note}${OTHER}`);
    expect(popup.textContent).toBe(expected);
    expect(popup.querySelector('[id]')).toBeNull();
  });
});
