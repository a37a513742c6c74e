import { parseHTML } from 'linkedom';

/** A page as it reads where no script runs. */
export interface PlainPage {
  /** Text of the body, white space as single spaces. */
  readonly text: string;
  /** Paths its links lead to. */
  readonly links: readonly string[];
  /** Texts of the navigations. */
  readonly navigation: string;
}

export function readPage(html: string): PlainPage {
  const { document } = parseHTML(html);
  for (const element of document.querySelectorAll('script, style, template')) element.remove();
  const plain = (text: string) => text.replaceAll(/\s+/g, ' ').trim();
  return {
    text: plain(document.body.textContent ?? ''),
    links: Array.from(document.querySelectorAll('a[href]'), (link) => link.getAttribute('href') ?? ''),
    navigation: plain(
      Array.from(document.querySelectorAll('header, .bottom-bar'), (part) => part.textContent).join(' '),
    ),
  };
}

/** White space as in `readPage`. */
export const flat = (text: string) => text.replaceAll(/\s+/g, ' ').trim();
