import * as keys from '../state/storage-keys.ts';
import { device } from './json-storage.ts';

/**
 * Shows below each list how many of its books are hidden because of their tags
 * (src/shell/layout/hidden-tags.inline.ts), with a button that shows these books until the visitor leaves the page.
 */
export function countHiddenBooks(): void {
  const tags = device.get(keys.HIDDEN_TAGS);
  const template = document.querySelector<HTMLTemplateElement>('template[data-hidden-note]');
  if (!Array.isArray(tags) || tags.length === 0 || !template) return;
  const hidden = tags.map(({ id }) => `:scope > [data-tags~="${Number(id)}"]`).join();
  for (const list of document.querySelectorAll('.list, .shelf-books')) {
    const note = template.content.firstElementChild?.cloneNode(true) as HTMLElement;
    const count = () => showCount(list, note, list.querySelectorAll(hidden).length);
    note.querySelector('button')?.addEventListener('click', showAll);
    new MutationObserver(count).observe(list, { childList: true });
    count();
  }
}

function showCount(list: Element, note: HTMLElement, count: number): void {
  if (count === 0) {
    note.remove();
    return;
  }
  const text = note.querySelector('span');
  if (text) {
    text.dataset['words'] ??= text.textContent ?? '';
    text.textContent = text.dataset['words'].replace('{number}', String(count));
  }
  if (!note.isConnected) list.after(note);
}

function showAll(): void {
  const { dataset } = document.documentElement;
  if ('allBooks' in dataset) delete dataset['allBooks'];
  else dataset['allBooks'] = '';
  for (const button of document.querySelectorAll('.hidden-note button'))
    button.setAttribute('aria-pressed', String('allBooks' in dataset));
}
