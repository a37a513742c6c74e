/** The word for "chapter" in titles of chapters that only have a number. */
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

/** The title of a chapter without a label: "Chapter 12: The Mill". @param language BCP 47 */
export function numberedTitle(value: number | string, title: string, language: string): string {
  const primary = language.split('-')[0] ?? '';
  const label = (FORMS[primary] ?? FORMS['en'] ?? '#').replace('#', String(value));
  if (title === '') return label;
  return /^(?:zh|ja|ko)$/.test(primary) ? `${label} ${title}` : `${label}: ${title}`;
}
