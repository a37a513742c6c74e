import { type Element, findAll } from '../tree.ts';
import { lengthOf } from './length.ts';

/** em; nothing in a book is meant to be seen this far to the left of or above its place. */
const OFF_SCREEN_EM = -30;
/** em; text in a box this small cannot be read. */
const TINY_EM = 0.2;

/**
 * Whether a book's style sheets hide an element from everyone who reads with eyes: not displayed, invisible, transparent,
 * without size, clipped or off screen. Line breaks are not text.
 */
export function isHidden(element: Element, value: (name: string) => string): boolean {
  if (/^(?:html|body|br)$/.test(element.tagName)) return false;
  const isAt = (name: string, most: number) => {
    const length = lengthOf(value(name));
    return length !== undefined && length <= most;
  };
  if (value('display') === 'none' || /^(?:hidden|collapse)$/.test(value('visibility'))) return true;
  if (/^0*(?:\.0+)?%?$/.test(value('opacity')) && value('opacity') !== '') return true;
  if (isAt('font-size', 0)) return !hasPicture(element);
  const isOut = /^(?:absolute|fixed)$/.test(value('position'));
  const clips =
    isOut && (/^rect\((?:[01](?:px)?[\s,]*){4}\)$/.test(value('clip')) || isClippedAway(value('clip-path')));
  const cuts = /hidden|clip/.test(value('overflow'));
  const isTiny = ['width', 'height', 'max-width', 'max-height'].some((side) => isAt(side, TINY_EM));
  const isFar =
    (isOut && (isAt('left', OFF_SCREEN_EM) || isAt('top', OFF_SCREEN_EM))) || isAt('text-indent', OFF_SCREEN_EM);
  return clips || (cuts && isTiny) || isFar;
}

const hasPicture = (element: Element) => findAll(element, ({ tagName }) => /^(?:img|svg)$/.test(tagName)).length > 0;

const isClippedAway = (path: string) => /^(?:inset\((?:50|100)%|circle\(0|polygon\((?:0[^,]*,?\s*){3,}\))/.test(path);
