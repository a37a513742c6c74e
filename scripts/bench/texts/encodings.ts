import iconv from 'iconv-lite';

const WESTERN = ['windows-1252', 'iso-8859-1', 'iso-8859-15'];
const CENTRAL = ['windows-1250', 'iso-8859-2'];

/** Encodings other than Unicode that books use, by language. */
export const LEGACY: Readonly<Record<string, readonly string[]>> = {
  zh: ['gb18030', 'gbk'],
  'zh-Hant': ['big5', 'gb18030'],
  ja: ['shift_jis', 'euc-jp'],
  ko: ['euc-kr'],
  vi: ['windows-1258'],
  th: ['windows-874'],
  en: ['windows-1252'],
  id: ['windows-1252'],
  fil: ['windows-1252'],
  es: WESTERN,
  pt: WESTERN,
  fr: WESTERN,
  de: WESTERN,
  it: WESTERN,
  nl: WESTERN,
  sv: WESTERN,
  da: WESTERN,
  fi: WESTERN,
  pl: CENTRAL,
  cs: CENTRAL,
  hu: CENTRAL,
  hr: CENTRAL,
  ro: CENTRAL,
  ru: ['windows-1251', 'koi8-r', 'iso-8859-5', 'cp866'],
  uk: ['windows-1251', 'koi8-u'],
  bg: ['windows-1251', 'iso-8859-5'],
  el: ['windows-1253', 'iso-8859-7'],
  tr: ['windows-1254', 'iso-8859-9'],
  he: ['windows-1255', 'iso-8859-8'],
  ar: ['windows-1256', 'iso-8859-6'],
  lt: ['windows-1257', 'iso-8859-13'],
  lv: ['windows-1257', 'iso-8859-13', 'iso-8859-4'],
};

export const UNICODE = ['utf-8', 'utf-8-bom', 'utf-16le', 'utf-16be', 'utf-16le-bom', 'utf-16be-bom'];

/**
 * Encodes a text. If the encoding lacks a dash or quotation mark, a plain one is used, as people would type it.
 * @returns the bytes and the text that they contain
 */
export function encode(text: string, encoding: string): { bytes: Uint8Array; text: string } {
  const typed = /^(?:iso|koi8|cp866)/.test(encoding) ? withPlainMarks(text) : text;
  const written = /(?:1250|8859-2)$/.test(encoding) ? withCedillas(typed) : typed;
  const [name, mark] = encoding.endsWith('-bom') ? [encoding.slice(0, -4), '\ufeff'] : [encoding, ''];
  const form = name === 'windows-1258' ? vietnameseParts(written) : written;
  const bytes = iconv.encode(mark + form, name);
  const back = iconv.decode(bytes, name).normalize('NFC');
  if (back.replace(/^\ufeff/, '') !== written.normalize('NFC')) throw new Error(`${encoding} cannot contain: ${text}`);
  return { bytes, text: written };
}

const withPlainMarks = (text: string) =>
  text
    .replaceAll(/[“”„»«”]/g, '"')
    .replaceAll(/[’‘]/g, "'")
    .replaceAll(/[—–]/g, '-')
    .replaceAll('…', '...')
    .replaceAll('œ', 'oe');

/** Replaces Romanian letters with those that were used before Unicode 3. */
const withCedillas = (text: string) =>
  text.replaceAll(/[șțȘȚ]/g, (letter) => ({ ș: 'ş', ț: 'ţ', Ș: 'Ş', Ț: 'Ţ' })[letter] ?? letter);

/**
 * Separates tones from letters. Windows-1258 encodes letters with their circumflex or horn, but tones as separate
 * characters.
 */
const vietnameseParts = (text: string) =>
  text
    .normalize('NFD')
    .replaceAll(/([aAeEoOuU])(\u0323?)([\u0302\u0306\u031b])/g, (_all, letter: string, tone: string, hat: string) =>
      (letter + hat).normalize('NFC').concat(tone),
    );
