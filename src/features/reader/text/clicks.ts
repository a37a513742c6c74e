import { isPlain } from '#src/shell/island/plain-click.ts';
import { type BookLink, bookLinkOf } from '../links/book-link.ts';
import { $editedMark } from '../marks/state.ts';
import { isPageTurn } from '../paginated/tap-zones.ts';

/** The element that a click on the text opens. */
export type ClickTarget =
  | { readonly kind: 'link'; readonly link: BookLink }
  | { readonly kind: 'note'; readonly target: Element }
  | { readonly kind: 'picture'; readonly image: HTMLImageElement }
  | { readonly kind: 'mark' };

/** Finds the highlight at a point of the window; undefined until highlights are shown. */
let markAt: ((x: number, y: number) => { readonly id: string } | undefined) | undefined;

export function setMarkAt(find: typeof markAt): void {
  markAt = find;
}

/** Handles clicks on links within the book, pictures and highlights in the text. Other clicks are left to the page. */
export function listenForTextClicks(open: (opened: ClickTarget) => void): () => void {
  const click = (event: MouseEvent) => {
    const opened = isPlain(event) && getSelection()?.isCollapsed !== false ? openedBy(event) : null;
    if (!opened) return;
    event.preventDefault();
    event.stopPropagation();
    open(opened);
  };
  const key = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && event.target instanceof HTMLImageElement) event.target.click();
  };
  document.addEventListener('click', click, true);
  document.addEventListener('keydown', key);
  return () => {
    document.removeEventListener('click', click, true);
    document.removeEventListener('keydown', key);
  };
}

function openedBy(event: MouseEvent): ClickTarget | null {
  const { target, clientX, clientY, detail } = event;
  const article = target instanceof Element ? target.closest('[data-reader-text]') : null;
  if (!(target instanceof Element) || !article) return null;
  const link = target.closest('a');
  if (link) {
    const inside = bookLinkOf(link);
    return inside && { kind: 'link', link: inside };
  }
  if (target instanceof HTMLImageElement) return isPageTurn(event) ? null : { kind: 'picture', image: target };
  const mark = detail > 0 ? markAt?.(clientX, clientY) : undefined;
  if (!mark) return null;
  $editedMark.set(mark.id);
  return { kind: 'mark' };
}
