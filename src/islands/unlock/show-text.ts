import { hold, readAnchor } from '../reader/position/anchor.ts';
import { buildText } from './build-text.ts';

/** Puts the whole text in the place of a chapter's free opening, wherever on the page that chapter stands. */
export function showText(chapter: number, html: string, mediaUrl: (url: string) => string): void {
  const article = document.querySelector(`[data-reader-text][data-chapter="${chapter}"]`);
  const text = article?.querySelector('.reader-text.chapter-locked');
  if (!article || !text) return;
  text.replaceChildren(buildText(html, { mediaUrl, chapterHref: besideChapter(article) }));
  text.classList.remove('chapter-locked');
  article.closest('[data-locked]')?.removeAttribute('data-locked');
  // What leads to the app for the rest of it stands beside the chapter.
  for (const push of (article.parentElement ?? document).querySelectorAll<HTMLElement>(':scope > .app-push'))
    push.hidden = true;
  // What is read from here on is this text: it stays, whatever stood below it moves.
  const anchor = readAnchor();
  if (anchor) hold(anchor);
}

/** Chapters of a book have one address but for the id at its end. */
function besideChapter(article: Element): (id: number) => string {
  const own = article.closest<HTMLElement>('[data-href]')?.dataset['href'] ?? location.pathname;
  return (id) => own.replace(/\d+$/, String(id));
}
