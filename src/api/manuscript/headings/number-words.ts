import * as ar from 'n2words/ar-SA';
import * as cs from 'n2words/cs-CZ';
import * as de from 'n2words/de-DE';
import * as el from 'n2words/el-GR';
import * as en from 'n2words/en-GB';
import * as es from 'n2words/es-ES';
import * as fa from 'n2words/fa-IR';
import * as fil from 'n2words/fil-PH';
import * as fr from 'n2words/fr-FR';
import * as he from 'n2words/he-IL';
import * as hi from 'n2words/hi-IN';
import * as hu from 'n2words/hu-HU';
import * as id from 'n2words/id-ID';
import * as it from 'n2words/it-IT';
import * as nl from 'n2words/nl-NL';
import * as pl from 'n2words/pl-PL';
import * as pt from 'n2words/pt-PT';
import * as ro from 'n2words/ro-RO';
import * as ru from 'n2words/ru-RU';
import * as sv from 'n2words/sv-SE';
import * as th from 'n2words/th-TH';
import * as tr from 'n2words/tr-TR';
import * as uk from 'n2words/uk-UA';
import * as vi from 'n2words/vi-VN';

interface Speller {
  toCardinal(value: number): string;
  toOrdinal(value: number): string;
}

const SPELLERS: Readonly<Record<string, Speller>> = {
  ar,
  cs,
  de,
  el,
  en,
  es,
  fil,
  fa,
  fr,
  he,
  hi,
  hu,
  id,
  it,
  nl,
  pl,
  pt,
  ro,
  ru,
  sv,
  th,
  tr,
  uk,
  vi,
};

/** Highest number that is recognised in words. Higher ones are recognised only in digits. */
const MAX_NUMBER = 999;

/** Endings by gender and case, which do not change the number. They are removed from every word of the language. */
const ENDINGS: Readonly<Record<string, RegExp>> = {
  ar: /ه$/,
  cs: /[yaei]$/,
  de: /(?:e[rsnm]?|s)$/,
  es: /(?:[oa]s?)$/,
  fr: /e$/,
  hi: /(?:ा|ी|ें|े|वाँ|वां|वीं|वा|वी)$/,
  it: /[oaie]$/,
  pl: /(?:i[aey]?|[yae])$/,
  pt: /(?:[oa]s?)$/,
  ru: /(?:ыи|ии|ои|ая|яя|ое|ье|ья|ее)$/,
  sv: /(?:[ae])$/,
  uk: /(?:ии|іи|а|е|я|є)$/,
  fil: /(?:ng|n)$/,
};

/** Highest number in Hebrew letters. Letters for higher numbers spell frequent words. */
const MAX_HEBREW = 199;

/** Forms that the library does not generate: other words for a number, and ordinals that it builds differently. */
const ADDITIONAL_FORMS: Readonly<Record<string, Readonly<Record<string, number>>>> = {
  ar: arabicOrdinals(),
  de: { ein: 1, eine: 1, dritte: 3, siebente: 7, zwo: 2, hundert: 100, letzte: -1, ...germanOrdinals() },
  es: {
    primer: 1,
    tercer: 3,
    un: 1,
    una: 1,
    undécimo: 11,
    duodécimo: 12,
    decimotercero: 13,
    decimocuarto: 14,
    decimoquinto: 15,
    decimosexto: 16,
    decimoséptimo: 17,
    decimoctavo: 18,
    decimonoveno: 19,
    decimoprimero: 11,
    decimosegundo: 12,
  },
  fa: { اول: 1, نخست: 1, یکم: 1, سوم: 3 },
  he: hebrewNumbers(),
  fil: {
    una: 1,
    unang: 1,
    ikalawa: 2,
    pangalawa: 2,
    ikatlo: 3,
    pangatlo: 3,
    ikaapat: 4,
    ikalima: 5,
    ikaanim: 6,
    ikapito: 7,
    ikawalo: 8,
    ikasiyam: 9,
    ikasampu: 10,
    ikalabingisa: 11,
    ikalabindalawa: 12,
    uno: 1,
    dos: 2,
    tres: 3,
  },
  fr: { second: 2, seconde: 2, septante: 70, nonante: 90 },
  hi: {
    प्रथम: 1,
    द्वितीय: 2,
    तृतीय: 3,
    चतुर्थ: 4,
    पंचम: 5,
    पाँचवाँ: 5,
    पांच: 5,
    छठा: 6,
    षष्ठ: 6,
    सप्तम: 7,
    अष्टम: 8,
    नवम: 9,
    दशम: 10,
    चौथा: 4,
    छह: 6,
    छः: 6,
  },
  id: { kesatu: 1, perdana: 1 },
  nl: { een: 1, eenen: 1, tweeen: 2 },
  pt: { primeira: 1, undécimo: 11, dezesseis: 16, dezessete: 17, dezenove: 19, quatorze: 14 },
  ru: { одна: 1, две: 2 },
  sv: { en: 1, tjugoen: 21, tjugoett: 21 },
  uk: { друга: 2, третій: 3, третя: 3, одна: 1, дві: 2, двісті: 200 },
  vi: { nhất: 1, nhì: 2, tư: 4, mốt: 1 },
};

/** Returns Hebrew ordinals, and numbers in letters, by which Hebrew books number their chapters: "פרק י״ב". */
function hebrewNumbers(): Record<string, number> {
  const ordinals = 'ראשון שני שלישי רביעי חמישי שישי שביעי שמיני תשיעי עשירי'.split(' ');
  const [units, tens] = ['אבגדהוזחט', 'יכלמנסעפצ'];
  const inLetters = (value: number) => {
    const below = value % 100;
    const hundred = value >= 100 ? 'ק' : '';
    // 15 and 16 would otherwise spell a name of God.
    if (below === 15 || below === 16) return `${hundred}ט${below === 15 ? 'ו' : 'ז'}`;
    return `${hundred}${tens[Math.floor(below / 10) - 1] ?? ''}${units[(below % 10) - 1] ?? ''}`;
  };
  const letters = Array.from({ length: MAX_HEBREW }, (_, at): [string, number] => [inLetters(at + 1), at + 1]);
  return { ...Object.fromEntries(letters), ...Object.fromEntries(ordinals.map((word, at) => [word, at + 1])) };
}

function germanOrdinals(): Record<string, number> {
  const entries = Array.from({ length: 120 }, (_, index): [string, number] => {
    const cardinal = de.toCardinal(index + 1);
    return [`${cardinal}${index + 1 < 20 ? 'te' : 'ste'}`, index + 1];
  });
  return { ...Object.fromEntries(entries), erste: 1, dritte: 3, siebte: 7, achte: 8 };
}

function arabicOrdinals(): Record<string, number> {
  const units = 'الأول الثاني الثالث الرابع الخامس السادس السابع الثامن التاسع العاشر'.split(' ');
  const joined = ['الحادي', ...units.slice(1, 9)];
  const tens = 'العشرون الثلاثون الأربعون الخمسون الستون السبعون الثمانون التسعون'.split(' ');
  const entries: [string, number][] = [
    ...units.map((word, index): [string, number] => [word, index + 1]),
    ...joined.map((word, index): [string, number] => [`${word} عشر`, index + 11]),
    ...tens.flatMap((ten, index) => [
      [ten, (index + 2) * 10] as [string, number],
      [ten.replace(/ون$/, 'ين'), (index + 2) * 10] as [string, number],
      ...joined.flatMap((word, unit): [string, number][] => [
        [`${word} و${ten}`, (index + 2) * 10 + unit + 1],
        [`${word} و${ten.replace(/ون$/, 'ين')}`, (index + 2) * 10 + unit + 1],
      ]),
    ]),
    ['الأولى', 1],
    ['المئة', 100],
    ['المائة', 100],
  ];
  return Object.fromEntries(entries);
}

/** Marks that are often omitted. In Vietnamese, Hindi and Thai they distinguish words, so they are kept there. */
const MARKS = /[\u0300-\u036f\u064b-\u065f]/g;
const KEEPS_MARKS = new Set(['vi', 'hi', 'th']);
const JOINTS = /[\s\u00a0'’׳״"\u200c.\-‐‑–]+/g;

/** Returns the lookup key of a number word: in lower case, without separators, marks and endings. */
function wordKey(text: string, language: string): string {
  const lower = text.toLowerCase().normalize(KEEPS_MARKS.has(language) ? 'NFC' : 'NFD');
  const plain = KEEPS_MARKS.has(language) ? lower : lower.replace(MARKS, '').replaceAll('ß', 'ss').replaceAll('ı', 'i');
  // The library writes a Latin "i" in Ukrainian words.
  const letters = language === 'uk' ? plain.replaceAll('i', 'і') : language === 'ar' ? arabic(plain) : plain;
  const words = language === 'en' ? letters.replaceAll(/\band\b|\bthe\b/g, ' ') : letters;
  return words.replaceAll(JOINTS, '').replace(ENDINGS[language] ?? /$^/, '');
}

const arabic = (text: string) =>
  text
    .replaceAll(/[أإآٱ]/g, 'ا')
    .replaceAll('ى', 'ي')
    .replaceAll('ة', 'ه');

const tables = new Map<string, Map<string, number>>();

function tableOf(language: string): Map<string, number> {
  const cached = tables.get(language);
  if (cached) return cached;
  const table = new Map<string, number>();
  const add = (word: string, value: number) => {
    const key = wordKey(word, language);
    if (key !== '' && !table.has(key)) table.set(key, value);
  };
  for (const [word, value] of Object.entries(ADDITIONAL_FORMS[language] ?? {})) if (value > 0) add(word, value);
  const speller = SPELLERS[language];
  for (let value = 1; speller && value <= MAX_NUMBER; value += 1) {
    add(speller.toCardinal(value), value);
    add(speller.toOrdinal(value), value);
  }
  tables.set(language, table);
  return table;
}

/** Maximum number of parts of a number word such as "one hundred and twenty-one". */
const MAX_PARTS = 9;
const PART = /^[\p{L}\p{M}]+/u;
const BETWEEN = /^(?:[\s\u00a0]+|['’׳״"\u200c‐‑-])(?=[\p{L}])/u;

/** Returns the number in words at the beginning of a text, and its length in characters. */
export function numberWords(text: string, language: string): { value: number; length: number } | undefined {
  const table = tableOf(language);
  if (language === 'th') return longestBeginning(text, table);
  let [length, best]: [number, { value: number; length: number } | undefined] = [0, undefined];
  let bestKey = '';
  for (let part = 0; part < MAX_PARTS; part += 1) {
    const word = PART.exec(text.slice(length));
    if (!word) break;
    length += word[0].length;
    const key = wordKey(text.slice(0, length), language);
    const value = table.get(key);
    // An equal key means that the last word is not part of the number: "One the" has the key of "One".
    if (value !== undefined && key !== bestKey) {
      // A geresh marks a single letter as a number: "פרק א׳".
      best = { value, length: length + (/^[׳'](?!\p{L})/u.exec(text.slice(length))?.[0].length ?? 0) };
      bestKey = key;
    }
    const joint = BETWEEN.exec(text.slice(length));
    if (!joint) break;
    length += joint[0].length;
  }
  return best;
}

/** Tries the longest prefix first, because Thai has no spaces between words. */
function longestBeginning(text: string, table: ReadonlyMap<string, number>) {
  for (let length = Math.min(40, text.length); length > 0; length -= 1) {
    const value = table.get(wordKey(text.slice(0, length), 'th'));
    if (value !== undefined && !/^[\p{L}\p{M}]/u.test(text.slice(length))) return { value, length };
  }
  return undefined;
}
