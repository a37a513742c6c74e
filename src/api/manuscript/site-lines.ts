import { oneLine } from '../epub/text.ts';
import { attribute, childrenOf, type Element, findAll, isElement, isText, remove, textOf } from '../epub/tree.ts';
import { isSiteLine } from './plain/boilerplate.ts';
import { type LeftOut, leftOut } from './types.ts';

/** Matches the texts of links to other chapters. */
const NAVIGATION =
  /^[\s<>«»‹›←→|[\]-]*(?:prev(?:ious)?|next|first|last|back|index|toc|home|(?:table of )?contents|chapter (?:list|index)|上一章|下一章|目录|目錄|назад|вперед|предыдущая|следующая|anterior|siguiente|précédent|suivant|zurück|weiter|前へ|次へ|目次|이전|다음)(?: (?:chapter|page|part|post|глава|capítulo|chapitre|kapitel))?[\s<>«»‹›←→|[\]-]*$/iu;

/** Removes lines that websites add to chapters, and the comments of editors in Google Docs. */
export function takeSiteLines(body: Element): LeftOut[] {
  const lines = findAll(body, ({ tagName }) => tagName === 'p' || tagName === 'div').filter(
    (block) => isNavigation(block) || (block.tagName === 'p' && isSiteLine(oneLine(textOf(block)))),
  );
  const texts = lines.map((line) => oneLine(textOf(line)));
  for (const line of lines) remove(line);
  return [...leftOut('Lines added by sites', texts), ...leftOut('Comments of editors', takeComments(body))];
}

/** Whether a block contains only links to other chapters. */
function isNavigation(block: Element): boolean {
  const links = findAll(block, ({ tagName }) => tagName === 'a');
  const hasOthers = findAll(block, ({ tagName }) => /^(?:p|div|img|h\d|ul|ol|table)$/.test(tagName)).length > 0;
  return (
    links.length > 0 &&
    !hasOthers &&
    links.every((link) => NAVIGATION.test(oneLine(textOf(link)))) &&
    !/[\p{L}\p{N}]/u.test(textOutsideLinks(block))
  );
}

const textOutsideLinks = (element: Element): string =>
  childrenOf(element)
    .map((child) =>
      isText(child) ? child.value : isElement(child) && child.tagName !== 'a' ? textOutsideLinks(child) : '',
    )
    .join('');

/** Google Docs exports comments like notes, with ids such as `cmnt1` and `cmnt_ref1`. */
function takeComments(body: Element): string[] {
  const links = (pattern: RegExp) =>
    findAll(body, (element) => element.tagName === 'a' && pattern.test(attribute(element, 'href')));
  for (const reference of links(/^#cmnt\d+$/)) remove(reference);
  return links(/^#cmnt_ref\d+$/).map((back) => {
    const paragraph = parentOf(back);
    const box = paragraph && parentOf(paragraph);
    const comment =
      box && box.tagName === 'div' && links(/^#cmnt_ref/).filter((one) => isWithin(one, box)).length === 1;
    const removed = comment ? box : (paragraph ?? back);
    remove(removed);
    return oneLine(textOf(removed));
  });
}

const parentOf = (element: Element): Element | undefined =>
  element.parentNode && isElement(element.parentNode) ? element.parentNode : undefined;

function isWithin(element: Element, box: Element): boolean {
  for (let at: Element | undefined = element; at; at = parentOf(at)) if (at === box) return true;
  return false;
}
