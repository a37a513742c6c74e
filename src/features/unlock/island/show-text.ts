import { hold, readAnchor } from '#src/features/reader/position/anchor.ts';
import { buildText } from './build-text.ts';

/** Replaces a chapter's free opening with its whole text, if the chapter is in the page. */
export function showText(chapter: number, html: string, mediaUrl: (url: string) => string): void {
  const article = document.querySelector(`[data-reader-text][data-chapter="${chapter}"]`);
  const text = article?.querySelector('.reader-text.chapter-locked');
  if (!article || !text) return;
  text.replaceChildren(buildText(html, { mediaUrl, chapterHref: hrefsBeside(article) }));
  text.classList.remove('chapter-locked');
  article.closest('[data-locked]')?.removeAttribute('data-locked');
  // The link to continue in the app is next to the chapter.
  for (const appLink of (article.parentElement ?? document).querySelectorAll<HTMLElement>(':scope > .app-push'))
    appLink.hidden = true;
  // The visitor continues in this text, so it stays in place and the content below it moves.
  const anchor = readAnchor();
  if (anchor) hold(anchor);
}

/** Chapter addresses of a book differ only in the id at the end. */
function hrefsBeside(article: Element): (id: number) => string {
  const own = article.closest<HTMLElement>('[data-href]')?.dataset['href'] ?? location.pathname;
  return (id) => own.replace(/\d+$/, String(id));
}
