import type { Files } from '../files.ts';
import { attribute, type Element, findAll, isElement, textOf } from '../tree.ts';
import { type Layout, layoutOf } from './classes.ts';
import { createBudget, TooMuchStyleError } from './selectors.ts';
import { rulesOf, type StyleRule } from './style-sheet.ts';

export type { Layout } from './classes.ts';

/** Reads layouts of a book's documents; once style sheets take too much time, the rest of the book has none. */
export function createLayoutReader(files: Files): (body: Element, path: string) => Promise<Layout> {
  const budget = createBudget();
  const known = new Map<string, readonly StyleRule[]>();
  let isOver = false;
  return async (body, path) => {
    if (isOver) return new WeakMap();
    try {
      const sheets = await sheetsOf(body, path, files);
      const key = sheets.join('\n');
      const rules = known.get(key) ?? rulesOf(sheets, budget);
      known.set(key, rules);
      return layoutOf(body, rules);
    } catch (error) {
      if (!(error instanceof TooMuchStyleError)) throw error;
      isOver = true;
      return new WeakMap();
    }
  };
}

/** The style sheets of a document, in their order. */
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
