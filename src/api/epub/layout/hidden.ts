import { type Element, findAll } from '../tree.ts';
import { lengthOf } from './length.ts';

/** An element at or beyond this position (in em, to the left or above) is outside the page, so it is invisible. */
const OFF_SCREEN_EM = -30;
/** Text in a box that is at most this wide or high, in em, cannot be read. */
const TINY_EM = 0.2;

const TRANSPARENT =
  /^(?:transparent|#[\da-f]{3}0|#[\da-f]{6}00|(?:rgb|hsl)a\(.*,\s*0*(?:\.0+)?%?\s*\)|(?:rgb|hsl)a?\(.*\/\s*0*(?:\.0+)?%?\s*\))$/i;

/**
 * Whether a book's style sheets hide an element: not displayed, invisible, transparent, without size, clipped or off
 * screen. Line breaks are never treated as hidden.
 * @param value returns the value of a property
 */
export function isHidden(element: Element, value: (name: string) => string): boolean {
  if (/^(?:html|body|br)$/.test(element.tagName)) return false;
  const isAt = (name: string, max: number) => {
    const length = lengthOf(value(name));
    return length !== undefined && length <= max;
  };
  if (value('display') === 'none' || /^(?:hidden|collapse)$/.test(value('visibility'))) return true;
  if (/^0*(?:\.0+)?%?$/.test(value('opacity')) && value('opacity') !== '') return true;
  if (isAt('font-size', 0)) return !hasPicture(element);
  // Descendants may have another colour, so an element that has any is not hidden.
  if (TRANSPARENT.test(value('color'))) return findAll(element, () => true).length === 0;
  const isPositioned = /^(?:absolute|fixed)$/.test(value('position'));
  const clips =
    isPositioned && (/^rect\((?:[01](?:px)?[\s,]*){4}\)$/.test(value('clip')) || isClippedAway(value('clip-path')));
  const clipsOverflow = /hidden|clip/.test(value('overflow'));
  const isTiny = ['width', 'height', 'max-width', 'max-height'].some((side) => isAt(side, TINY_EM));
  const isOffScreen =
    (isPositioned && (isAt('left', OFF_SCREEN_EM) || isAt('top', OFF_SCREEN_EM))) || isAt('text-indent', OFF_SCREEN_EM);
  return clips || (clipsOverflow && isTiny) || isOffScreen;
}

const hasPicture = (element: Element) => findAll(element, ({ tagName }) => /^(?:img|svg)$/.test(tagName)).length > 0;

const isClippedAway = (path: string) => /^(?:inset\((?:50|100)%|circle\(0|polygon\((?:0[^,]*,?\s*){3,}\))/.test(path);
