import { textDirection } from '#src/lib/text-direction.ts';
import type { Files } from '../files.ts';
import { attribute, type Element, findAll, isElement, textOf } from '../tree.ts';
import { type Layout, layoutOf, noLayout } from './classes.ts';
import { createBudget, TooMuchStyleError } from './selectors.ts';
import { rulesOf, type StyleRule } from './style-sheet.ts';

export { type Layout, noLayout } from './classes.ts';

/**
 * Creates a function that determines the layouts of documents. Once matching the style sheets has exceeded its budget,
 * all further documents get no layout.
 */
export function createLayoutReader(files: Files, language: string): (body: Element, path: string) => Promise<Layout> {
  const isRtl = textDirection(language) === 'rtl';
  const budget = createBudget();
  const sheetCache = new Map<string, readonly StyleRule[]>();
  let isExhausted = false;
  return async (body, path) => {
    if (isExhausted) return noLayout();
    try {
      const sheets = await sheetsOf(body, path, files);
      const key = sheets.join('\n');
      const rules = sheetCache.get(key) ?? rulesOf(sheets, budget);
      sheetCache.set(key, rules);
      return layoutOf(body, rules, isRtl);
    } catch (error) {
      if (!(error instanceof TooMuchStyleError)) throw error;
      isExhausted = true;
      return noLayout();
    }
  };
}

/** Returns the style sheets of a document, in their order. */
async function sheetsOf(body: Element, path: string, files: Files): Promise<string[]> {
  const root = body.parentNode;
  if (!root || !isElement(root)) return [];
  const sheets: string[] = [];
  for (const element of findAll(root, ({ tagName }) => tagName === 'link' || tagName === 'style')) {
    if (element.tagName === 'style') sheets.push(textOf(element));
    else if (/\bstylesheet\b/i.test(attribute(element, 'rel')) && !/alternate/i.test(attribute(element, 'rel'))) {
      const name = files.resolve(attribute(element, 'href'), path);
      if (name !== undefined) sheets.push(new TextDecoder().decode(await files.bytes(name)));
    }
  }
  return sheets;
}
