import { isBookFragment } from '#src/contract/chapter/book-href.ts';
import { CHAPTER_EVENT } from '#src/shell/state/browser-events.ts';
import { $marks, $vertical } from '#src/shell/state/local-storage.ts';
import { toast } from '#src/shell/state/messages.ts';
import { platform } from '#src/shell/state/platform.ts';
import * as keys from '#src/shell/state/storage-keys.ts';
import { showFragment } from '../links/follow-link.ts';
import { isPaged } from '../paginated/page-columns.ts';
import { withStablePosition } from '../position/anchor.ts';

/** Calls `notify` when text of a chapter is selected for the first time. */
export function onFirstSelection(notify: () => void): () => void {
  const changed = () => {
    const selection = getSelection();
    const node = selection?.isCollapsed === false ? selection.anchorNode : null;
    if (!node?.parentElement?.closest('[data-reader-text]')) return;
    stop();
    notify();
  };
  const stop = () => document.removeEventListener('selectionchange', changed);
  document.addEventListener('selectionchange', changed);
  return stop;
}

/** Loads the module that shows the book's marks (bookmarks and highlights) as soon as the book has any. */
export function showMarksWhenAny(bookId: number): () => void {
  let isOver = false;
  let hide: (() => void) | undefined;
  const stop = $marks.subscribe((stored) => {
    if (hide || !stored.some((mark) => mark.kind !== 'removed' && mark.book.id === bookId)) return;
    hide = () => {};
    void import('../marks/show-marks.ts').then(({ showMarks }) => {
      if (!isOver) hide = showMarks(bookId);
    });
  });
  return () => {
    isOver = true;
    stop();
    hide?.();
  };
}

/** Makes pictures focusable buttons, so that they can also be opened with the keyboard. */
export function makePicturesButtons(label: string): () => void {
  const update = () => {
    for (const image of document.querySelectorAll<HTMLImageElement>('[data-reader-text] img:not(a img, [role])')) {
      image.tabIndex = 0;
      image.role = 'button';
      image.ariaLabel = image.alt === '' ? label : `${label}: ${image.alt}`;
    }
  };
  update();
  document.addEventListener(CHAPTER_EVENT, update);
  return () => document.removeEventListener(CHAPTER_EVENT, update);
}

/** Updates the attribute for vertical text, which the inline script sets before first paint. */
export function followVertical(): () => void {
  const root = document.documentElement;
  return $vertical.subscribe((on) => {
    if (root.hasAttribute('data-vertical') !== on)
      withStablePosition(() => void root.toggleAttribute('data-vertical', on));
  });
}

/** Shows the passage, word or link target for which the page was opened, or continues reading aloud. */
export function onArrival({ onListen, lost }: { onListen: () => void; lost: string }): () => void {
  const open = () => {
    if (!/^#(?:at|find)=/.test(location.hash)) return;
    void import('./open-fragment.ts').then(({ openFragment }) => openFragment(location.hash) || toast(lost));
  };
  open();
  if (isPaged() && isBookFragment(location.hash)) showFragment(location.hash);
  addEventListener('hashchange', open);
  if (platform().tabStorage.get(keys.LISTEN_ON) === location.pathname) {
    onListen();
    void import('../listen/session.ts').then(({ listenFromStart }) => listenFromStart());
  }
  platform().tabStorage.set(keys.LISTEN_ON, null);
  return () => removeEventListener('hashchange', open);
}
