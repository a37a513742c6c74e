// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { ApiClient } from '#src/contract/client/types.ts';
import { BOOK, clearStage, click, press, type ShownIsland, settle, showIsland } from '../../../shell/island/stage.tsx';
import { memoryPlatform } from '../../../shell/state/memory-platform.ts';

const chapter = (number: number) => ({
  id: 40 + number,
  number,
  title: `Chapter ${number}`,
  part: null,
  kind: 'chapter',
  words: 9,
  price: null,
  locked: number === 3,
  free_from: null,
  updated_at: '2026-01-01T00:00:00Z',
});
const client: ApiClient = async (call) =>
  call.name === 'book.chapters'
    ? { success: 1, data: { items: [1, 2, 3].map(chapter) }, errors: [], status: 200 }
    : { success: 0, data: call.empty, errors: [], status: 500 };

const { dataset } = document.documentElement;
const controlNamed = (island: ShownIsland, name: string) =>
  [...island.root.querySelectorAll<HTMLElement>('a, button, input')].find(
    (control) => control.getAttribute('aria-label') === name || control.textContent === name,
  ) as HTMLElement;

const visited: string[] = [];
beforeEach(() => {
  visited.length = 0;
  vi.spyOn(location, 'assign').mockImplementation((to) => void visited.push(String(to)));
  // In this test, neighbouring chapters never finish loading.
  vi.spyOn(XMLHttpRequest.prototype, 'send').mockImplementation(function send(this: XMLHttpRequest) {
    this.dispatchEvent(new ProgressEvent('error'));
  });
  for (const opens of ['show', 'showModal'] as const) {
    vi.spyOn(HTMLDialogElement.prototype, opens).mockImplementation(function open(this: HTMLDialogElement) {
      this.open = true;
    });
  }
});
afterEach(clearStage);

/** Adds chapter 2 to the page, next to the controls. */
function showText(): HTMLElement {
  document.body.innerHTML = `<main><section data-reader-part data-href="/book-reader/4/42" data-words="460"
    data-previous="/book-reader/4/41" data-next="/book-reader/4/43">
    <article data-reader-text data-chapter="42" data-number="2"><h1 class="reader-title">Two</h1>
    <p>Once <a href="#note">upon</a> a time</p></article></section></main>`;
  return document.body.querySelector('p') as HTMLElement;
}

/** Waits for panels, which load when first opened. */
async function openPanel(island: ShownIsland, name: string): Promise<void> {
  await click(controlNamed(island, name));
  await settle();
  await settle();
}

describe('ReaderControls', () => {
  it("records the chapter in the history with its cover, without the brand's prefix", async () => {
    showText();
    const { stores } = await showIsland('reader');
    expect(stores.chapterList.$curChapter.get()).toBe(2);
    expect(stores.local.$readlogList.get()).toEqual([
      {
        book: BOOK,
        cover: { url: '/media/covers/4.webp', widths: [160], tone: 3 },
        chapter: { id: 42, number: 2, title: 'Two', place: null },
        read_at: '2026-05-01T12:00:00.000Z',
      },
    ]);
  });

  it('toggles the bars on a tap on the text, but not on its links', async () => {
    const text = showText();
    const island = await showIsland('reader');
    const isOpen = () => island.find('.reader-controls').dataset['open'];
    expect(isOpen()).toBe('false');
    await click(text);
    expect(isOpen()).toBe('true');
    await click(text.querySelector('a') as HTMLElement);
    expect(isOpen()).toBe('true');
    await click(text);
    expect(isOpen()).toBe('false');
  });

  it('changes the font size and the paper colour on the page and in storage', async () => {
    const island = await showIsland('reader', memoryPlatform({ font_size: '23', bg_color: '2' }));
    expect([dataset['size'], dataset['paper']]).toEqual(['23', '2']);
    await openPanel(island, 'Text');
    await click(controlNamed(island, 'Larger text'));
    expect(island.find('output').textContent).toBe('24');
    expect(controlNamed(island, 'Larger text').hasAttribute('disabled')).toBe(true);
    await click(controlNamed(island, 'Smaller text'));
    await click(controlNamed(island, 'Blue background'));
    expect([dataset['size'], dataset['paper']]).toEqual(['23', '5']);
    expect([island.platform.saved.get('font_size'), island.platform.saved.get('bg_color')]).toEqual(['23', '5']);
  });

  it('uses the day or night mode of the brand until the visitor chooses a mode', async () => {
    const island = await showIsland('reader');
    const night = () => controlNamed(island, 'Night').getAttribute('aria-pressed');
    expect([dataset['mode'], night(), island.platform.saved.has('bg_night')]).toEqual([undefined, 'false', false]);
    await click(controlNamed(island, 'Night'));
    expect([dataset['mode'], night(), island.platform.saved.get('bg_night')]).toEqual(['night', 'true', 'true']);
    await click(controlNamed(island, 'Night'));
    expect([dataset['mode'], night(), island.platform.saved.get('bg_night')]).toEqual(['day', 'false', 'false']);
  });

  it('opens the table of contents in a dialog and marks the current chapter', async () => {
    showText();
    const island = await showIsland('reader', memoryPlatform({}, client));
    const link = controlNamed(island, 'Contents');
    expect(link.getAttribute('href')).toBe('/novel/4/Romance/Moon#chapters');
    await openPanel(island, 'Contents');
    expect(island.root.querySelectorAll('dialog li')).toHaveLength(3);
    expect(island.find('dialog [aria-current]').getAttribute('href')).toBe('/book-reader/4/42');
    expect(island.find('dialog li:last-child svg')).toBeTruthy();
    await click(controlNamed(island, 'Close'));
    expect(island.root.querySelector('dialog')).toBeNull();
  });

  it('says that the table of contents failed to load, and retries on request', async () => {
    let fails = true;
    const unreliable: ApiClient = (call, params, context) =>
      fails
        ? Promise.resolve({ success: 0, data: call.empty, errors: [], status: 503 })
        : client(call, params, context);
    const island = await showIsland('reader', memoryPlatform({}, unreliable));
    await openPanel(island, 'Contents');
    await settle();
    expect(island.find('dialog [role=alert]').textContent).toContain('could not be loaded');
    fails = false;
    await click(controlNamed(island, 'Try again'));
    await settle();
    expect(island.root.querySelectorAll('dialog li')).toHaveLength(3);
  });

  it('changes the chapter on arrow keys, but not inside a field', async () => {
    showText();
    const island = await showIsland('reader', memoryPlatform({}, client));
    await openPanel(island, 'Text');
    await press(island.find('input'), 'ArrowRight');
    await press(document.body, 'Escape');
    expect(visited).toEqual([]);
    await press(document.body, 'ArrowLeft');
    await settle();
    await press(document.body, 'ArrowRight');
    await settle();
    expect(visited).toEqual(['/book-reader/4/41', '/book-reader/4/43']);
  });

  it('closes the panel of text settings with Escape', async () => {
    const island = await showIsland('reader');
    await openPanel(island, 'Text');
    expect(controlNamed(island, 'Text').getAttribute('aria-controls')).toBe(island.find('.reader-type').id);
    await press(document.body, 'Escape');
    expect(island.root.querySelector('.reader-type')).toBeNull();
  });
});
