import { hold, readAnchor } from '#src/features/reader/position/anchor.ts';
import { buildText } from './build-text.ts';

/** Replaces a chapter's free opening by the whole text, wherever in the page that chapter is. */
export function showText(chapter: number, html: string, mediaUrl: (url: string) => string): void {
  const article = document.querySelector(`[data-reader-text][data-chapter="${chapter}"]`);
  const text = article?.querySelector('.reader-text.chapter-locked');
  if (!article || !text) return;
  text.replaceChildren(buildText(html, { mediaUrl, chapterHref: besideChapter(article) }));
  text.classList.remove('chapter-locked');
  article.closest('[data-locked]')?.removeAttribute('data-locked');
  // The app link for the rest is beside the chapter.
  for (const push of (article.parentElement ?? document).querySelectorAll<HTMLElement>(':scope > .app-push'))
    push.hidden = true;
  // The reader continues in this text: it stays in place, and what was below it moves.
  const anchor = readAnchor();
  if (anchor) hold(anchor);
}

/** Chapter addresses of a book differ only in the id at the end. */
function besideChapter(article: Element): (id: number) => string {
  const own = article.closest<HTMLElement>('[data-href]')?.dataset['href'] ?? location.pathname;
  return (id) => own.replace(/\d+$/, String(id));
}
