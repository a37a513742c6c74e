export const hrefOf = (id: number) => `/book-reader/4/${id}`;

/** HTML of a chapter as its page has it; of chapters 41 to 49 each leads to its neighbours. */
export function chapterHtml(id: number, text = `<p>Text of ${id}.</p>`): string {
  const link = (name: string, to: number) => (to < 41 || to > 49 ? '' : `data-${name}="${hrefOf(to)}"`);
  return `<section data-reader-part data-href="${hrefOf(id)}" data-words="9" ${link('previous', id - 1)} ${link('next', id + 1)}>
    <h1 class="reader-title">Chapter ${id}</h1>
    <article data-reader-text data-chapter="${id}" data-number="${id - 40}">${text}</article></section>`;
}

/** Puts chapters into the page, at the address of the first. */
export function showChapters(...chapters: string[]): HTMLElement[] {
  document.body.innerHTML = chapters.join('');
  const parts = [...document.querySelectorAll<HTMLElement>('[data-reader-part]')];
  history.replaceState({}, '', parts[0]?.dataset['href'] ?? '/');
  return parts;
}

/** Says where a part stands in the window; happy-dom lays nothing out. */
export function place(part: Element | undefined, top: number, bottom: number): void {
  if (part) part.getBoundingClientRect = () => new DOMRect(0, top, 100, bottom - top);
}

/** Requests of the page are answered with the pages of a table, by path; what is not there is 404, whatever its page holds. */
export function requestsOf(pages: Readonly<Record<string, string>>) {
  const asked: string[] = [];
  class Request {
    status = 0;
    responseXML: Document | null = null;
    onload = () => {};
    #path = '';
    open(_method: string, path: string): void {
      this.#path = path;
    }
    send(): void {
      asked.push(this.#path);
      const page = pages[this.#path];
      this.status = page === undefined ? 404 : 200;
      this.responseXML = new DOMParser().parseFromString(page ?? chapterHtml(49), 'text/html');
      queueMicrotask(() => this.onload());
    }
  }
  return { asked, Request };
}
