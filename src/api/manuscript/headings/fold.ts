/** Code points of the digit zero: Arabic, Persian, Hindi, Thai and full-width. */
const ZEROS = [0x0660, 0x06f0, 0x0966, 0x0e50, 0xff10];

/** Replaces digits of other scripts and full-width characters with ASCII. The positions of characters do not change. */
export function fold(text: string): string {
  return text.replaceAll(/[\u0660-\u0669\u06f0-\u06f9\u0966-\u096f\u0e50-\u0e59\uff01-\uff5e\u3000]/g, folded);
}

function folded(character: string): string {
  const code = character.charCodeAt(0);
  if (code === 0x3000) return ' ';
  const zero = ZEROS.find((first) => code >= first && code < first + 10);
  return zero === undefined ? String.fromCharCode(code - 0xfee0) : String(code - zero);
}
