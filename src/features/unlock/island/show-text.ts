import { holdCurrent } from '#src/features/reader/position/anchor.ts';
import { buildText } from './build-text.ts';

/** Replaces the free preview of a chapter with the whole text, if the chapter is in the page. */
export function showText(chapter: number, html: string, mediaUrl: (url: string) => string): void {
  const article = document.querySelector(`[data-reader-text][data-chapter="${chapter}"]`);
  const text = article?.querySelector('.reader-text.chapter-locked');
  if (!article || !text) return;
  text.replaceChildren(buildText(html, { mediaUrl, chapterHref: hrefsBeside(article) }));
  text.classList.remove('chapter-locked');
  article.closest('[data-locked]')?.removeAttribute('data-locked');
  // Hides the offer to continue reading in the app.
  for (const appLink of (article.parentElement ?? document).querySelectorAll<HTMLElement>(':scope > .app-push'))
    appLink.hidden = true;
  // Keeps the line that the visitor is reading in place if the height of the content above it changes.
  holdCurrent();
}

/**
 * Returns a function that builds the path of another chapter. The paths of a book's chapters differ only in the id at
 * the end.
 */
function hrefsBeside(article: Element): (id: number) => string {
  const ownPath = article.closest<HTMLElement>('[data-href]')?.dataset['href'] ?? location.pathname;
  return (id) => ownPath.replace(/\d+$/, String(id));
}
