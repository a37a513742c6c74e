/** Value of the attribute `dir`. */
export type TextDirection = 'ltr' | 'rtl';

/** Matches languages that are written from right to left, and language tags that contain a right-to-left script. */
const RIGHT_TO_LEFT =
  /^(?:ar|arc|ckb|dv|fa|he|iw|ku-arab|nqo|ps|sd|syr|ug|ur|yi|ji|ks|pnb|azb)(?:-|$)|-(?:arab|hebr|thaa|syrc|nkoo|adlm)(?:-|$)/i;
const LEFT_TO_RIGHT = /-(?:latn|cyrl)(?:-|$)/i;

/** A letter of a script that is written from right to left. */
export const RTL_LETTER = /[\p{sc=Hebr}\p{sc=Arab}\p{sc=Syrc}\p{sc=Thaa}\p{sc=Nkoo}\p{sc=Adlm}]/u;

/** @param language BCP 47 tag */
export const textDirection = (language: string): TextDirection =>
  RIGHT_TO_LEFT.test(language) && !LEFT_TO_RIGHT.test(language) ? 'rtl' : 'ltr';

/**
 * Whether the language may be set in vertical columns: Chinese and Japanese.
 * @param language BCP 47 tag
 */
export const supportsVerticalText = (language: string): boolean => /^(?:zh|ja|yue|lzh)(?:-|$)/i.test(language);
