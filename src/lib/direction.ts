/** Languages whose scripts run from right to left: their own, or by the script their tag names. */
const RIGHT_TO_LEFT =
  /^(?:ar|arc|ckb|dv|fa|he|iw|ku-arab|nqo|ps|sd|syr|ug|ur|yi|ji|ks|pnb|azb)(?:-|$)|-(?:arab|hebr|thaa|syrc|nkoo|adlm)(?:-|$)/i;
const LEFT_TO_RIGHT = /-(?:latn|cyrl)(?:-|$)/i;

/** Direction in which a text of the language is written. */
export const directionOf = (language: string): 'ltr' | 'rtl' =>
  RIGHT_TO_LEFT.test(language) && !LEFT_TO_RIGHT.test(language) ? 'rtl' : 'ltr';

/** Chinese and Japanese may stand in columns. */
export const mayStand = (language: string): boolean => /^(?:zh|ja|yue|lzh)(?:-|$)/i.test(language);
