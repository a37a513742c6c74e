/**
 * The lower-case letters besides a to z that each language uses. They distinguish a correct decoding from a wrong one.
 * Letters that occur only in names from neighbouring languages are omitted on purpose: a text with a few other letters
 * is still plausible.
 * Source: the main exemplar characters of Unicode CLDR.
 */
const LATIN: Readonly<Record<string, string>> = {
  af: 'áâèéêëîïôöûü',
  ca: 'àçèéíïòóúü·',
  cs: 'áčďéěíňóřšťúůýž',
  da: 'æøåéáó',
  de: 'äöüß',
  en: 'éèêïôöæœñçàâäëîü',
  es: 'áéíñóúüª',
  et: 'äõöüšž',
  eu: 'ñçü',
  fi: 'åäöšž',
  fr: 'àâæçéèêëîïôœùûüÿ',
  ga: 'áéíóú',
  gl: 'áéíñóúü',
  hr: 'čćđšž',
  hu: 'áéíóöőúüű',
  id: 'é',
  is: 'áðéíóúýþæö',
  it: 'àèéìíîòóùú',
  lt: 'ąčęėįšųūž',
  lv: 'āčēģīķļņšūž',
  ms: 'é',
  nb: 'æøåàéòóô',
  nl: 'áäéëíïóöúüèêç',
  no: 'æøåàéòóô',
  pl: 'ąćęłńóśźż',
  pt: 'áàâãçéêíóôõúüºª',
  ro: 'ăâîșțşţ',
  sk: 'áäčďéíĺľňóôŕšťúýž',
  sl: 'čšž',
  sq: 'çë',
  sv: 'åäöéà',
  fil: 'áàâéèêíìîñóòôúùû',
  tr: 'çğıöşüâîû',
  vi: 'àáâãèéêìíòóôõùúýăđĩũơưạảấầẩẫậắằẳẵặẹẻẽếềểễệỉịọỏốồổỗộớờởỡợụủứừửữựỳỵỷỹ',
};

const CYRILLIC = 'абвгдежзийклмнопрстуфхцчшщьюя';
const OTHERS: Readonly<Record<string, string>> = {
  ru: `${CYRILLIC}ёъыэ`,
  uk: 'абвгґдеєжзиіїйклмнопрстуфхцчшщьюя',
  bg: `${CYRILLIC}ъ`,
  be: 'абвгдеёжзійклмнопрстуўфхцчшыьэюя',
  sr: 'абвгдђежзијклљмнњопрстћуфхцчџш',
  mk: 'абвгдѓежзѕијклљмнњопрстќуфхцчџш',
  el: 'αβγδεζηθικλμνξοπρσςτυφχψωάέήίόύώϊϋΐΰ',
};

const sets = new Map(
  Object.entries({ ...LATIN, ...OTHERS }).map(([language, letters]) => [language, new Set(letters.normalize('NFC'))]),
);

/** Returns the letters of a language besides a to z; undefined if unknown. @param language primary subtag */
export const alphabetOf = (language: string): ReadonlySet<string> | undefined => sets.get(language);
