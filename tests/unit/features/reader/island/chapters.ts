export const hrefOf = (id: number) => `/book-reader/4/${id}`;

/** HTML of a chapter page. Chapters 41 to 49 link to their neighbours. */
export function chapterHtml(id: number, text = `<p>Text of ${id}.</p>`): string {
  const link = (name: string, to: number) => (to < 41 || to > 49 ? '' : `data-${name}="${hrefOf(to)}"`);
  return `<section data-reader-part data-href="${hrefOf(id)}" data-words="9" ${link('previous', id - 1)} ${link('next', id + 1)}>
    <h1 class="reader-title">Chapter ${id}</h1>
    <article data-reader-text data-chapter="${id}" data-number="${id - 40}">${text}</article></section>`;
}

/** Adds chapters to the page and sets the page's URL to the URL of the first one. */
export function showChapters(...chapters: string[]): HTMLElement[] {
  document.body.innerHTML = chapters.join('');
  const parts = [...document.querySelectorAll<HTMLElement>('[data-reader-part]')];
  history.replaceState({}, '', parts[0]?.dataset['href'] ?? '/');
  return parts;
}

/** Sets the position of a part in the window, because happy-dom has no layout. */
export function place(part: Element | undefined, top: number, bottom: number): void {
  if (part) part.getBoundingClientRect = () => new DOMRect(0, top, 100, bottom - top);
}

/** Responds to requests with the pages in a table, by path. All other paths return 404. */
export function requestsOf(pages: Readonly<Record<string, string>>) {
  const requests: string[] = [];
  class Request {
    status = 0;
    responseXML: Document | null = null;
    onload = () => {};
    #path = '';
    open(_method: string, path: string): void {
      this.#path = path;
    }
    send(): void {
      requests.push(this.#path);
      const page = pages[this.#path];
      this.status = page === undefined ? 404 : 200;
      this.responseXML = new DOMParser().parseFromString(page ?? chapterHtml(49), 'text/html');
      queueMicrotask(() => this.onload());
    }
  }
  return { requests, Request };
}
