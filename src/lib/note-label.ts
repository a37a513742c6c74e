export const LABEL_OPEN = '[[({〔【〈<]';
export const LABEL_CLOSE = String.raw`[\])}〕】〉>]`;
/** The arrow of a link back, which calibre writes before the number. */
export const LABEL_ARROW = String.raw`(?:[←↑^]\s*)?`;
/** Words before the number. Translators of East Asian books write them within the brackets. */
export const LABEL_CJK_WORD = '(?:[注註]釈?|[注註][释釋]|[訳譯译脚][注註]|각주|※)';
export const LABEL_WORD = String.raw`(?:(?:notes?|fn|nota|anm|прим|сноска|${LABEL_CJK_WORD})\.?\s*)`;
export const LABEL_CJK_NUMBER = '[一二三四五六七八九十]{1,3}';
export const LABEL_NUMBER = String.raw`\p{Nd}{1,4}(?::\p{Nd}+)?|[ivxlc]{1,6}|[a-z]`;
const LABEL = new RegExp(
  String.raw`^${LABEL_OPEN}?\s*${LABEL_ARROW}(?:${LABEL_WORD}?(?:${LABEL_NUMBER})|${LABEL_WORD}${LABEL_CJK_NUMBER}|${LABEL_CJK_WORD}|[^\p{L}\p{N}\s]{1,4})\s*${LABEL_CLOSE}?[.:]?$`,
  'iu',
);

/** Replaces characters such as "＊", "（", "①" and "¹" with the usual ones. */
export const normalizedLabel = (text: string): string => text.normalize('NFKC').trim();

/** Whether the text of a link or cell is the label of a note or of a link back: "12", "[a]", "*", "①", "（注１）", "↩". */
export const isNoteLabel = (text: string): boolean => LABEL.test(normalizedLabel(text));
