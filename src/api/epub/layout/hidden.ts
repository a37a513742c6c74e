import { type Element, findAll } from '../tree.ts';
import { lengthOf } from './length.ts';

/** In em. An element that is moved this far to the left, or up, is meant to be invisible. */
const OFF_SCREEN_EM = -30;
/** In em. Text in a box this small cannot be read. */
const TINY_EM = 0.2;

/**
 * Whether a book's style sheets hide an element visually: not displayed, invisible, transparent, without size, clipped
 * or off screen. Line breaks never count as hidden.
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
