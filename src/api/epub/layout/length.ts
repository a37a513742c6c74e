/** One percent of the width of a text column, in em. */
const PERCENT_EM = 0.3;
/** Units relative to the font size. */
const FONT_RELATIVE_UNITS: Readonly<Record<string, number>> = { em: 1, ex: 0.5, ch: 0.5 };
const EM_PER_UNIT: Readonly<Record<string, number>> = {
  rem: 1,
  px: 1 / 16,
  pt: 1 / 12,
  pc: 1,
  in: 6,
  cm: 2.36,
  mm: 0.236,
  '%': PERCENT_EM,
  vw: PERCENT_EM,
};
const LENGTH = /^([+-]?(?:\d+\.?\d*|\.\d+))([a-z%]*)$/;

/**
 * Converts a CSS length to em.
 * @param size font size of the element, relative to the document's font size
 * @returns the length in em of the document's font size; undefined if `value` is not a length
 */
export function lengthOf(value: string, size = 1): number | undefined {
  const [, number = '', unit = ''] = LENGTH.exec(value) ?? [];
  if (number === '') return undefined;
  if (Number(number) === 0) return 0;
  const relative = FONT_RELATIVE_UNITS[unit];
  const factor = relative === undefined ? EM_PER_UNIT[unit] : relative * size;
  return factor === undefined ? undefined : Number(number) * factor;
}
