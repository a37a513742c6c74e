/** A per cent of a column's width, in em. */
const PER_CENT = 0.3;
/** Units relative to the font size. */
const OF_SIZE: Readonly<Record<string, number>> = { em: 1, ex: 0.5, ch: 0.5 };
const EM: Readonly<Record<string, number>> = {
  rem: 1,
  px: 1 / 16,
  pt: 1 / 12,
  pc: 1,
  in: 6,
  cm: 2.36,
  mm: 0.236,
  '%': PER_CENT,
  vw: PER_CENT,
};
const LENGTH = /^([+-]?(?:\d+\.?\d*|\.\d+))([a-z%]*)$/;

/**
 * @param size font size relative to the document's
 * @returns em of the document's own size; undefined unless it is a length
 */
export function lengthOf(value: string, size = 1): number | undefined {
  const [, number = '', unit = ''] = LENGTH.exec(value) ?? [];
  if (number === '') return undefined;
  if (Number(number) === 0) return 0;
  const ofSize = OF_SIZE[unit];
  const factor = ofSize === undefined ? EM[unit] : ofSize * size;
  return factor === undefined ? undefined : Number(number) * factor;
}
