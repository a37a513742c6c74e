/** A numbered title taken apart: "Part II: The Sea-Cook" is label "Part", number 2, rest "The Sea-Cook". */
export interface NumberedTitle {
  label: string;
  number: number;
  rest: string;
}

const CHAPTER_WORDS: Record<string, string> = {
  en: 'Chapter',
  de: 'Kapitel',
  fr: 'Chapitre',
  es: 'Capítulo',
  it: 'Capitolo',
  pt: 'Capítulo',
  nl: 'Hoofdstuk',
  pl: 'Rozdział',
  ru: 'Глава',
  uk: 'Розділ',
  sv: 'Kapitel',
  da: 'Kapitel',
  nb: 'Kapittel',
  fi: 'Luku',
  cs: 'Kapitola',
  tr: 'Bölüm',
};
const PART_WORDS: Record<string, string> = {
  en: 'Part',
  de: 'Teil',
  fr: 'Partie',
  es: 'Parte',
  it: 'Parte',
  pt: 'Parte',
  nl: 'Deel',
  pl: 'Część',
  ru: 'Часть',
  uk: 'Частина',
  sv: 'Del',
  da: 'Del',
  nb: 'Del',
  fi: 'Osa',
  cs: 'Část',
  tr: 'Kısım',
};
const PARTS =
  'part|book|volume|vol\\.|teil|buch|band|partie|livre|tome|parte|libro|livro|deel|boek|часть|книга|том|część|tom|del|osa|část';
const LETTERS = 'letter|brief|lettre|carta|lettera|письмо|list';
const CHAPTERS =
  'chapter|chap\\.|stave|canto|scene|kapitel|chapitre|capítulo|capitulo|capitolo|hoofdstuk|глава|розділ|rozdział|kapittel|luku|kapitola|bölüm';
const LABELLED = new RegExp(
  `^(${PARTS}|${LETTERS}|${CHAPTERS})\\s+([\\p{L}\\d]+)(?:\\s*[:.)—–-]+\\s*|\\s+|$)(.*)$`,
  'iu',
);
const BARE = /^(\d{1,4}|[IVXLCDM]+)(?:\s*[:.)—–]\s*|\s+-\s+|$)(.*)$/u;

/** `most`: the highest number that is plausible, so that "C. Auguste Dupin" is not chapter 100. */
export function parseTitle(title: string, most: number): NumberedTitle | undefined {
  const labelled = LABELLED.exec(title);
  const number = numberOf(labelled?.[2] ?? '');
  if (labelled && number !== undefined) return { label: capital(labelled[1] ?? ''), number, rest: labelled[3] ?? '' };
  const bare = BARE.exec(title);
  const plain = numberOf(bare?.[1] ?? '');
  return bare && plain !== undefined && plain <= most ? { label: '', number: plain, rest: bare[2] ?? '' } : undefined;
}

/** A title for people: "XVI: The Stockade" becomes "Chapter 16: The Stockade"; what is not numbered stays. */
export function humanTitle(title: string, as: 'chapter' | 'part' | 'section', language: string, most: number): string {
  const parsed = parseTitle(title, most);
  if (!parsed || (parsed.label === '' && as === 'section')) return title;
  const words = as === 'part' ? PART_WORDS : CHAPTER_WORDS;
  const label = parsed.label || words[language.split('-')[0] ?? ''] || words['en'];
  return `${label} ${parsed.number}${parsed.rest === '' ? '' : `: ${parsed.rest}`}`;
}

export function isPartLabel(label: string): boolean {
  return new RegExp(`^(?:${PARTS})$`, 'iu').test(label);
}

export function isLetterLabel(label: string): boolean {
  return new RegExp(`^(?:${LETTERS})$`, 'iu').test(label);
}

/**
 * Words to compare a heading with a title by: without case, punctuation and the label of a chapter, numerals as numbers,
 * so that "CHAPTER IV." and "Chapter 4" are equal.
 */
export function titleWords(title: string): string[] {
  const words = title.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  const label = new RegExp(`^(?:${CHAPTERS})$`, 'iu');
  return words.filter((word) => !label.test(word)).map((word) => String(numberOf(word) ?? word));
}

function capital(label: string): string {
  return label.charAt(0).toUpperCase() + label.slice(1).toLowerCase();
}

const ROMAN = /^M{0,3}(?:CM|CD|D?C{0,3})(?:XC|XL|L?X{0,3})(?:IX|IV|V?I{0,3})$/i;
const DIGITS: Record<string, number> = { I: 1, V: 5, X: 10, L: 50, C: 100, D: 500, M: 1000 };
const WORDS = [
  'zero',
  'one',
  'two',
  'three',
  'four',
  'five',
  'six',
  'seven',
  'eight',
  'nine',
  'ten',
  'eleven',
  'twelve',
  'thirteen',
  'fourteen',
  'fifteen',
  'sixteen',
  'seventeen',
  'eighteen',
  'nineteen',
  'twenty',
];

/** The number a numeral stands for: "12", "XII" or "twelve"; undefined where it is none. */
function numberOf(numeral: string): number | undefined {
  if (/^\d{1,4}$/.test(numeral)) return Number(numeral);
  const word = WORDS.indexOf(numeral.toLowerCase());
  if (word > 0) return word;
  return numeral !== '' && ROMAN.test(numeral) ? romanValue(numeral.toUpperCase()) : undefined;
}

function romanValue(numeral: string): number {
  const values = [...numeral].map((digit) => DIGITS[digit] ?? 0);
  return values.reduce((sum, value, at) => sum + (value < (values[at + 1] ?? 0) ? -value : value), 0);
}
