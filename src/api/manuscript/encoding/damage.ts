import type { Doubt } from '../types.ts';

/** Characters of the bytes 0x80 to 0xBF in Windows-1252 and Windows-1251, except those of ordinary text. */
const WESTERN = '\\u0080-\\u00bf€‚ƒ„†‡ˆ‰Š‹ŒŽ˜™š›œžŸ';
const CYRILLIC = 'ЂЃѓЉЊЌЋЏђљњќћџўЎЈҐµ°±ІіЅѕјё№';
/** Matches UTF-8 text that another program decoded as one of these encodings and saved: "Ã©", "â€œ", "РџСЂРё". */
const TWICE_ENCODED = new RegExp(
  `[ÃÂÐÑØÙ][${WESTERN}]|â€[${WESTERN}“”¦]|[äåæçèé][${WESTERN}]{2}|(?:[РС][${CYRILLIC}]){2}`,
  'g',
);
/** Matches replacement characters and traces of uninitialised memory: "锟斤拷", "烫烫烫", "ï¿½". */
const LOST = /\ufffd|锟斤拷|烫烫烫|ï¿½/g;
/** Minimum fraction of damaged characters. An undamaged text may quote a few. */
const MIN_SHARE = 1 / 2000;

/**
 * Match words of Vietnamese in encodings that only old fonts show correctly: VNI ("nöôùc" for "nước") and TCVN3 ("xu©n"
 * for "xuân").
 */
const FONTS = [
  { name: 'VNI', word: /öô|[aeiouyöô][øùûõï]/iu, sign: /öô|[aeo]â|[aeo]ø/iu },
  { name: 'TCVN3', word: /\p{L}[©®¨¬ª«¸¹¶·¾¼½µ]\p{L}|[®§]\p{Ll}/u, sign: /\p{L}[©¨®]\p{L}|®\p{Ll}/u },
];
/** Minimum fraction of such words. Other languages have some, such as "où" and "naïf". */
const MIN_FONT_SHARE = 0.1;
/** Minimum number of words with signs that other languages do not have. */
const MIN_FONT_SIGNS = 3;
const SAMPLE_CHARACTERS = 20_000;

function fontEncodingOf(text: string): string | undefined {
  const words = text.slice(0, SAMPLE_CHARACTERS).split(/\s+/u);
  const count = (pattern: RegExp) => words.filter((one) => pattern.test(one)).length;
  return FONTS.find(({ word, sign }) => count(word) >= words.length * MIN_FONT_SHARE && count(sign) >= MIN_FONT_SIGNS)
    ?.name;
}

/** Detects text that was damaged before it was saved to this file, or that only a special font shows correctly. */
export function damageOf(text: string): Doubt | undefined {
  const font = fontEncodingOf(text);
  if (font !== undefined)
    return {
      about: 'damage',
      message: `It is Vietnamese text for fonts with the encoding ${font}. Convert it to Unicode, for example with UniKey.`,
      isQuestion: true,
    };
  const lost = text.match(LOST)?.length ?? 0;
  if (lost > 0 && lost >= text.length * MIN_SHARE)
    return {
      about: 'damage',
      message: `${lost} of its characters were lost when another program saved it ("\ufffd"). Get the original file.`,
      isQuestion: true,
    };
  const twice = text.match(TWICE_ENCODED)?.length ?? 0;
  if (twice < 3 || twice < text.length * MIN_SHARE) return undefined;
  return {
    about: 'damage',
    message: `Another program decoded it with the wrong encoding and saved the result ("${text.match(TWICE_ENCODED)?.[0]}"). Get the original file.`,
    isQuestion: true,
  };
}
