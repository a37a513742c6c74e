import { parseHTML } from 'linkedom';

/** The parts of a page that do not need scripts. */
export interface PlainPage {
  /** Text of the body, with white space collapsed to single spaces. */
  readonly text: string;
  /** Paths of all links. */
  readonly links: readonly string[];
  /** Text of all navigation elements. */
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

/** Collapses white space as `readPage` does. */
export const flat = (text: string) => text.replaceAll(/\s+/g, ' ').trim();
