/** An expected block of a text: a paragraph, a stanza or the number of a scene. */
export type ExpectedBlock = string | { readonly verse: readonly VerseLine[] } | { readonly scene: string };

export interface VerseLine {
  readonly text: string;
  /** Steps of indentation relative to the first line. */
  readonly indent: number;
}

const MIN_WORDS = 4;
const MAX_EAST_CHARACTERS = 12;
const MAX_CHARACTERS = 34;
/** Maximum length of a Korean line of verse. Korean characters are as wide as Chinese ones. */
const MAX_KOREAN_CHARACTERS = 20;

/** Returns a stanza of three or four lines, made from the words of a text. Every second line may be indented. */
export function stanzaOf(text: string, language: string, random: () => number): VerseLine[] {
  const count = random() < 0.5 ? 3 : 4;
  const isIndented = random() < 0.5;
  const isEast = /^(?:zh|ja|th)/.test(language);
  const max = isEast ? MAX_EAST_CHARACTERS : language === 'ko' ? MAX_KOREAN_CHARACTERS : MAX_CHARACTERS;
  const words = [...new Intl.Segmenter(language, { granularity: 'word' }).segment(text)]
    .filter(({ isWordLike }) => isWordLike)
    .map(({ segment }) => segment);
  let at = 0;
  const lines = Array.from({ length: count }, () => {
    let line = '';
    for (let taken = 0; at < words.length; taken += 1, at += 1) {
      const longer = isEast || line === '' ? line + words[at] : `${line} ${words[at]}`;
      if (longer.length > max || (!isEast && taken > MIN_WORDS + 2)) break;
      line = longer;
    }
    return line;
  }).filter((line) => line !== '');
  const [comma, stop] = markOf(language);
  return lines.map((line, index) => ({
    text: `${line.charAt(0).toLocaleUpperCase(language)}${line.slice(1)}${index === lines.length - 1 ? stop : index % 2 === 0 ? comma : ''}`,
    indent: isIndented && index % 2 === 1 ? 1 : 0,
  }));
}

function markOf(language: string): [comma: string, stop: string] {
  if (/^zh/.test(language)) return ['，', '。'];
  if (language === 'ja') return ['、', '。'];
  if (language === 'th') return ['', ''];
  if (language === 'hi') return [',', '।'];
  return language === 'ar' ? ['،', '.'] : [',', '.'];
}

/** @param margin indentation of the first line, in steps of `space` */
export const verseLines = (lines: readonly VerseLine[], margin: number, space: string): string[] =>
  lines.map(({ text, indent }) => space.repeat(margin + indent) + text);
