/**
 * Finds texts without the right language or direction in a page of a site in English. Expects books whose texts have no
 * Latin letters, so that their letters show which language a text has. Also runs in a browser (`page.evaluate`), and so
 * uses nothing outside itself.
 * @param hasStyles whether the document computes styles; otherwise only attributes count
 * @returns a line per text; empty if all texts are right
 */
export function misplacedTexts(root: Document, hasStyles = false): string[] {
  const found: string[] = [];
  const declaredDirection = (element: Element | null): string => {
    const direction = element?.getAttribute('dir') ?? 'ltr';
    if (direction !== 'auto') return direction;
    return /^[^\p{L}]*[\p{sc=Hebr}\p{sc=Arab}]/u.test(element?.textContent ?? '') ? 'rtl' : 'ltr';
  };
  const directionOf = (element: Element): string =>
    hasStyles ? getComputedStyle(element).direction : declaredDirection(element.closest('[dir]'));
  const languageIn = (text: string): string | undefined => {
    if (/\p{sc=Hebr}/u.test(text)) return 'he';
    if (/\p{sc=Arab}/u.test(text)) return 'ar';
    if (/[\p{sc=Hira}\p{sc=Kana}]/u.test(text)) return 'ja';
    if (/\p{sc=Hani}/u.test(text)) return 'zh';
    return /\p{L}/u.test(text) ? 'en' : undefined;
  };
  const shorten = (text: string) => text.trim().replaceAll(/\s+/g, ' ').slice(0, 60);
  const placeOf = (element: Element) =>
    [element.parentElement, element]
      .map((part) => part && part.localName + (part.getAttribute('class') ? `.${part.getAttribute('class')}` : ''))
      .join(' > ');

  const checkText = (text: string, parent: Element) => {
    const language = languageIn(text);
    const direction = directionOf(parent);
    const marked = parent.closest('[lang]')?.getAttribute('lang') ?? '';
    // Digits and punctuation alone may belong to a text of a book.
    const isOfBook = language === undefined && !marked.startsWith('en');
    const expected = language === 'he' || language === 'ar' ? 'rtl' : 'ltr';
    // Japanese texts may have no kana.
    const isJapanese = language === 'zh' && marked === 'ja';
    if (language !== undefined && marked.split('-')[0] !== language && !isJapanese)
      found.push(`language ${marked}, not ${language}: “${shorten(text)}” in ${placeOf(parent)}`);
    if (!isOfBook && direction !== expected)
      found.push(`direction ${direction}: “${shorten(text)}” in ${placeOf(parent)}`);
  };
  /** A text without elements isolates texts of the other direction with U+2068 and U+2069. */
  const checkPlain = (text: string, place: string) => {
    let rest = text;
    for (let before = ''; before !== rest; ) {
      before = rest;
      rest = rest.replaceAll(/\u2068[^\u2068\u2069]*(?:\u2069|$)/g, ' ');
    }
    if (/[\p{sc=Hebr}\p{sc=Arab}]/u.test(rest) && /\p{sc=Latn}/u.test(rest))
      found.push(`not isolated: “${shorten(text)}” in ${place}`);
  };

  const visit = (element: Element) => {
    if (['script', 'style', 'noscript', 'template'].includes(element.localName)) return;
    if (element.matches('title, option')) return checkPlain(element.textContent ?? '', element.localName);
    for (const name of ['aria-label', 'title', 'placeholder', 'alt', 'content']) {
      const text = element.getAttribute(name);
      if (text) checkPlain(text, `${name} of ${placeOf(element)}`);
    }
    // The style sheet shows this text on covers without a picture.
    const title = element.getAttribute('data-title');
    if (title && element.matches('.cover')) checkText(title, element);
    for (const node of element.childNodes) {
      if (node.nodeType === 3 && node.textContent?.trim()) checkText(node.textContent, element);
      if (node.nodeType === 1) visit(node as Element);
    }
  };
  visit(root.documentElement);
  return [...new Set(found)];
}
