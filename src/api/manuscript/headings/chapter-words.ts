import { partWord } from './lexicon.ts';

/** Titles of chapters that only have a number, by language. `#` is the number. */
const FORMS: Readonly<Record<string, string>> = {
  en: 'Chapter #',
  es: 'Capítulo #',
  pt: 'Capítulo #',
  fr: 'Chapitre #',
  de: 'Kapitel #',
  it: 'Capitolo #',
  nl: 'Hoofdstuk #',
  sv: 'Kapitel #',
  da: 'Kapitel #',
  nb: 'Kapittel #',
  fi: 'Luku #',
  pl: 'Rozdział #',
  cs: 'Kapitola #',
  sk: 'Kapitola #',
  hu: '#. fejezet',
  ro: 'Capitolul #',
  hr: 'Poglavlje #',
  ru: 'Глава #',
  uk: 'Розділ #',
  bg: 'Глава #',
  el: 'Κεφάλαιο #',
  tr: 'Bölüm #',
  ar: 'الفصل #',
  fa: 'فصل #',
  he: 'פרק #',
  hi: 'अध्याय #',
  th: 'บทที่ #',
  vi: 'Chương #',
  id: 'Bab #',
  fil: 'Kabanata #',
  zh: '第#章',
  ja: '第#章',
  ko: '제#장',
};

/** Forms of "Part 2" in languages that do not write the number after the word for "part". `#` is the number. */
const PART_FORMS: Readonly<Record<string, string>> = {
  hu: '#. rész',
  lt: '# dalis',
  zh: '第#部',
  ja: '第#部',
  ko: '제#부',
};

const EAST_ASIAN = /^(?:zh|ja|ko)$/;

/** Returns the full title of a chapter whose title has no label: "Chapter 12: The Mill". @param language BCP 47 tag */
export function numberedTitle(value: number | string, title: string, language: string): string {
  const form = FORMS[primaryOf(language)] ?? FORMS['en'] ?? '#';
  return labelled(form, value, title, language);
}

/** Returns the full title of a part whose title has no label: "Part 2: The Sea-Cook". @param language BCP 47 tag */
export function numberedPart(value: number | string, title: string, language: string): string {
  const primary = primaryOf(language);
  const word = partWord(primary) ?? partWord('en');
  return labelled(PART_FORMS[primary] ?? `${word} #`, value, title, language);
}

const primaryOf = (language: string) => language.split('-')[0] ?? '';

function labelled(form: string, value: number | string, title: string, language: string): string {
  const label = form.replace('#', String(value));
  if (title === '') return label;
  return EAST_ASIAN.test(primaryOf(language)) ? `${label} ${title}` : `${label}: ${title}`;
}
