/**
 * jschardet's names that differ from those of `TextDecoder`, each with the label that `TextDecoder` accepts
 * (https://encoding.spec.whatwg.org/#names-and-labels).
 */
const LABELS: Readonly<Record<string, string>> = {
  cp932: 'shift_jis',
  'shift-jis-2004': 'shift_jis',
  'shift-jisx0213': 'shift_jis',
  'euc-jis-2004': 'euc-jp',
  'euc-jisx0213': 'euc-jp',
  cp949: 'euc-kr',
  cp950: 'big5',
  'big5-hkscs': 'big5',
  cp936: 'gb18030',
  gb2312: 'gb18030',
  gbk: 'gb18030',
  cp874: 'windows-874',
  'tis-620': 'windows-874',
  macroman: 'macintosh',
  maccyrillic: 'x-mac-cyrillic',
  'utf-16-le': 'utf-16le',
  'utf-16-be': 'utf-16be',
  'utf-8-sig': 'utf-8',
};

/**
 * Converts the name of an encoding, as operators and libraries write it ("GBK", "cp1251", "ISO-8859-2"), to the label
 * that `TextDecoder` accepts.
 * @returns undefined if `TextDecoder` cannot decode it
 */
export function labelOf(name: string): string | undefined {
  const lower = name.trim().toLowerCase().replaceAll('_', '-');
  const usual = lower
    .replace(/^cp-?(125\d)$/, 'windows-$1')
    .replace(/^(?:win|windows)-?(125\d|874)$/, 'windows-$1')
    .replace(/^iso-?8859-?(\d+)$/, 'iso-8859-$1');
  for (const label of [LABELS[usual] ?? usual, lower.replaceAll('-', '_'), name])
    try {
      return new TextDecoder(label).encoding;
    } catch {
      // `TextDecoder` does not know this label.
    }
  return undefined;
}

/** Names of encodings in messages, by label. */
const NAMES: Readonly<Record<string, string>> = {
  'utf-8': 'UTF-8',
  'utf-16le': 'UTF-16',
  'utf-16be': 'UTF-16 (big endian)',
  gb18030: 'GB18030 (simplified Chinese)',
  big5: 'Big5 (traditional Chinese)',
  shift_jis: 'Shift-JIS (Japanese)',
  'euc-jp': 'EUC-JP (Japanese)',
  'iso-2022-jp': 'ISO-2022-JP (Japanese)',
  'euc-kr': 'EUC-KR (Korean)',
  'windows-874': 'Windows-874 (Thai)',
  'windows-1250': 'Windows-1250 (central European)',
  'windows-1251': 'Windows-1251 (Cyrillic)',
  'windows-1252': 'Windows-1252 (western European)',
  'windows-1253': 'Windows-1253 (Greek)',
  'windows-1254': 'Windows-1254 (Turkish)',
  'windows-1255': 'Windows-1255 (Hebrew)',
  'windows-1256': 'Windows-1256 (Arabic)',
  'windows-1257': 'Windows-1257 (Baltic)',
  'windows-1258': 'Windows-1258 (Vietnamese)',
  'koi8-r': 'KOI8-R (Russian)',
  'koi8-u': 'KOI8-U (Ukrainian)',
};

export const nameOf = (label: string): string => NAMES[label] ?? label.toUpperCase();
