import { describe, expect, it } from 'vitest';
import { type DecodeError, decodeBytes } from '#src/api/manuscript/encoding/decode.ts';
import { labelOf } from '#src/api/manuscript/encoding/labels.ts';
import { readManuscript } from '#src/api/manuscript/index.ts';
import { detectLanguage } from '#src/api/manuscript/language/detect.ts';
import { encode, LEGACY, UNICODE } from '../../../../scripts/bench/texts/encodings.ts';
import { PROSE } from '../../../../scripts/bench/texts/prose.ts';

const texts = Object.entries(PROSE).map(([language, sentences]) => ({ language, sentences }));
const legacy = texts.flatMap(({ language, sentences }) =>
  (LEGACY[language] ?? []).map((encoding) => ({ language, encoding, sentences })),
);
const slices = (sentences: readonly string[], length: number) =>
  Array.from({ length: Math.floor(sentences.length / length) }, (_, index) =>
    sentences.slice(index * length, (index + 1) * length).join('\n\n'),
  );
/** Pseudo-random bytes other than zero. */
const noise = () =>
  Buffer.from(Array.from({ length: 400 }, (_, index) => 1 + ((index * index * 7919 + index * 104729) % 255)));
const nfc = (text: string) => text.normalize('NFC');

const outcomeOf = (bytes: Uint8Array, text: string): 'asked' | 'refused' | 'right' | 'wrong' => {
  try {
    const decoded = decodeBytes(bytes);
    if (!decoded.isCertain) return 'asked';
    return nfc(decoded.text) === nfc(text) ? 'right' : 'wrong';
  } catch {
    return 'refused';
  }
};

describe('decodeBytes', () => {
  it.each(legacy)('is certain of the encoding of four sentences: $language in $encoding', ({ encoding, sentences }) => {
    for (const slice of slices(sentences, 4).slice(0, 2)) {
      const { bytes, text } = encode(slice, encoding);
      const decoded = decodeBytes(bytes);
      expect(nfc(decoded.text)).toBe(nfc(text));
      expect(decoded.isCertain).toBe(true);
    }
  });

  it('is never certain of a wrong encoding, even for a single sentence', () => {
    const outcomes = legacy.flatMap(({ encoding, sentences }) =>
      sentences.slice(0, 2).map((sentence) => {
        const { bytes, text } = encode(sentence, encoding);
        const { isCertain, text: read } = decodeBytes(bytes);
        if (!isCertain) return 'asked';
        return nfc(read) === nfc(text) ? 'right' : `wrong: ${encoding} ${sentence}`;
      }),
    );
    expect(outcomes.filter((outcome) => outcome.startsWith('wrong'))).toEqual([]);
    expect(outcomes.filter((outcome) => outcome === 'asked').length).toBeLessThan(outcomes.length * 0.09);
  });

  /** Cuts a text after a number of letters beyond ASCII. */
  const beginning = (text: string, letters: number) => {
    const last = [...text.matchAll(/(?=\P{ASCII})[\p{L}\p{M}]/gu)][letters - 1];
    return last && text.slice(0, last.index + 1);
  };

  it.each(texts)('is never certain of a wrong encoding for a few letters of $language', ({ language, sentences }) => {
    const outcomes = [...(LEGACY[language] ?? []), ...UNICODE].flatMap((encoding) =>
      [2, 3, 4, 6, 9, 12, 20, 40].flatMap((letters, index) => {
        const start = letters % sentences.length;
        const part = beginning([...sentences.slice(start), ...sentences.slice(0, start)].join('\n'), letters);
        if (part === undefined) return [];
        const { bytes, text } = encode(index % 2 === 0 ? part : `Chapter 1\n\n${part}`, encoding);
        const outcome = outcomeOf(bytes, text);
        return [{ letters, outcome: outcome === 'wrong' ? `wrong: ${encoding} ${part}` : outcome }];
      }),
    );
    expect(outcomes.filter(({ outcome }) => outcome.startsWith('wrong'))).toEqual([]);
    const long = outcomes.filter(({ letters }) => letters >= 20);
    expect(long.filter(({ outcome }) => outcome !== 'right').length).toBeLessThanOrEqual(long.length * 0.15);
  });

  it.each(['windows-1252', 'utf-8'])('is certain about an English text with a few accents in %s', (encoding) => {
    const english = PROSE['en']?.join(' ').replaceAll(/\P{ASCII}/gu, '') ?? '';
    for (const word of ['caf\u00e9', 'na\u00efve r\u00f4le', 'd\u00e9j\u00e0'])
      expect(outcomeOf(encode(`${english} ${word} ${english}`, encoding).bytes, `${english} ${word} ${english}`)).toBe(
        'right',
      );
  });

  it('asks about valid UTF-8 that may be a short text in another encoding', () => {
    // Both are valid UTF-8 by chance: a Mongolian letter, and a rare Chinese character.
    for (const [text, encoding] of [
      ['\u4e00', 'gbk'],
      ['\u0443\u0436\u0435', 'cp866'],
    ] as const)
      expect(decodeBytes(encode(text, encoding).bytes)).toMatchObject({ isCertain: false });
  });

  it.each(texts)('decodes $language in every Unicode encoding', ({ sentences }) => {
    for (const encoding of UNICODE) {
      const { bytes, text } = encode(sentences.slice(0, 4).join('\n'), encoding);
      expect(decodeBytes(bytes)).toMatchObject({ text, isCertain: true });
    }
  });

  it('detects the encoding of a long text whose first non-ASCII characters are near its end', () => {
    const { bytes, text } = encode(`${'Ascii words only.\n'.repeat(20_000)}${PROSE['pl']?.join('\n')}`, 'windows-1250');
    expect(decodeBytes(bytes)).toMatchObject({ text, isCertain: true, encoding: 'windows-1250' });
  });

  it('uses the encoding chosen by the caller, or the declared encoding if the bytes do not contradict it', () => {
    const bytes = Buffer.from('caf\xe9 \xe0 la carte', 'latin1');
    expect(decodeBytes(bytes, { encoding: 'cp1251' }).text).toBe('cafй а la carte');
    expect(decodeBytes(bytes, { declared: 'iso-8859-2' }).text).toBe('café ŕ la carte');
    expect(decodeBytes(Buffer.from('é, à, ü, ñ'), { declared: 'gb2312' }).text).toBe('é, à, ü, ñ');
  });

  it.each([
    ['binary', Buffer.from('\x89PNG\r\n\x1a\n\0\0\0\rIHDR\xff\xd8', 'latin1'), {}],
    ['binary', Buffer.from('a\0b'), {}],
    ['utf-32', Buffer.from([0xff, 0xfe, 0, 0, 0x41, 0, 0, 0]), {}],
    ['undecodable', Buffer.from('caf\xe9', 'latin1'), { encoding: 'utf-8' }],
    ['undecodable', noise(), {}],
    ['unknown-encoding', Buffer.from('a'), { encoding: 'utf-99' }],
  ] as const)('rejects a file as %s', (reason, bytes, options) => {
    expect(() => decodeBytes(bytes, options)).toThrow(expect.objectContaining({ reason }) as DecodeError);
  });
});

describe('labelOf, which normalises encoding names', () => {
  it.each([
    ['GBK', 'gb18030'],
    ['cp1251', 'windows-1251'],
    ['win1250', 'windows-1250'],
    ['ISO8859-2', 'iso-8859-2'],
    ['Shift-JIS', 'shift_jis'],
    ['KOI8_R', 'koi8-r'],
    ['latin2', 'iso-8859-2'],
    ['ebcdic', undefined],
  ])('recognises the name %s', (name, label) => {
    expect(labelOf(name)).toBe(label);
  });
});

describe('detectLanguage', () => {
  it.each(texts)('recognises $language from two sentences', ({ language, sentences }) => {
    for (const slice of slices(sentences, 2)) expect(detectLanguage(slice).tag).toBe(language);
  });

  it.each([
    ['en', 'The Raft It was dark and loud . link Second.'],
    ['de', 'Der Fluss war hoch. Niemand ging nachts hinüber.'],
    ['nl', 'Hij liep naar huis. Het was koud en donker.'],
    ['pt', 'Ana foi para casa. Fazia frio e estava escuro.'],
    ['id', 'Dia pulang. Malam itu dingin dan gelap.'],
    ['pl', 'Wyszła z domu. Było zimno i ciemno.'],
    ['ru', 'Да.'],
    ['ar', 'ثلج.'],
    ['hi', 'बर्फ।'],
  ])('recognises %s from a few words', (language, text) => {
    expect(detectLanguage(text).tag).toBe(language);
  });

  it('does not depend on how often sentences are repeated', () => {
    const sentence = 'The river ran high that spring, and the old bridge stood half under water until May came. ';
    expect(detectLanguage(sentence.repeat(12))).toMatchObject({ tag: 'en', confidence: 1 });
  });
});

describe('readManuscript', () => {
  const read = (bytes: Uint8Array, options = {}) => readManuscript(bytes, 'a.txt', options);

  it('returns the encoding, the language and any doubts about them', () => {
    const { bytes } = encode(PROSE['ru']?.slice(0, 4).join('\n\n') ?? '', 'koi8-r');
    expect(read(bytes)).toMatchObject({ language: 'ru', encoding: 'koi8-r', doubts: [] });
    const unsure = Buffer.from('\xe1\xe2, \xe3', 'latin1');
    expect(read(unsure).doubts).toEqual([expect.objectContaining({ about: 'encoding', isQuestion: true })]);
    expect(read(unsure, { encoding: 'windows-1251', language: 'ru' })).toMatchObject({ language: 'ru', doubts: [] });
  });

  it('uses the encoding that an HTML page declares', () => {
    const page =
      '<meta http-equiv="Content-Type" content="text/html; charset=windows-1251"><title>x</title><p>\xcc\xe8\xf0';
    expect(readManuscript(Buffer.from(page, 'latin1'), 'a.html').chapters[0]?.html).toBe('<p>Мир</p>');
  });

  it.each([
    ['UTF-8 decoded as Windows-1252', Buffer.from(PROSE['fr']?.join('\n') ?? '').toString('latin1')],
    [
      'UTF-8 decoded as Windows-1251',
      new TextDecoder('windows-1251').decode(Buffer.from(PROSE['ru']?.join('\n') ?? '')),
    ],
    ['replacement characters', 'She said: \ufffdGo.\ufffd \ufffdNow.\ufffd'],
  ])('reports text that is garbled in the file: %s', (_name, text) => {
    expect(read(Buffer.from(text)).doubts).toEqual([expect.objectContaining({ about: 'damage', isQuestion: true })]);
  });

  it.each([
    ['VNI', 'Muøa xuaân naêm aáy nöôùc soâng daâng cao, chieác caàu cuõ ngaäp moät nöûa trong nöôùc suoát moät tuaàn.'],
    ['TCVN3', 'Mïa xu©n n¨m Êy n­íc s«ng d©ng cao, chiÕc cÇu cò ngËp mét nöa trong n­íc, cã ng­êi ®i qua ®ã.'],
  ])('asks about Vietnamese for fonts with the encoding %s', (name, text) => {
    const { doubts } = read(Buffer.from(text.repeat(3)));
    expect(doubts).toMatchObject([{ about: 'damage', isQuestion: true, message: expect.stringContaining(name) }]);
  });

  it.each([
    'Où est le naïf Raïf ? Il va où ? « Où ça ? » dit-elle, le cœur ouï. Le maïs est là, où l’aïeul a vécu autrefois.',
    'Mùa xuân năm ấy nước sông dâng cao, chiếc cầu cũ ngập một nửa trong nước suốt một tuần trước khi có người đi qua.',
    'Õues oli külm ja jõgi oli kõrge. Keegi ei läinud üle silla, sest õhtu oli pime ja tee oli väga pikk. Öö tuli.',
    'The Lamp® and the Raft® are marks© of the Mill. It’s 5½ miles, or 20µm, and the «old» bridge held.',
    'Dauðinn kom og fór; áin hækkaði í vor og gamla brúin stóð hálf undir vatni í viku áður en nokkur fór yfir.',
  ])('does not ask about text in another language: %s', (text) => {
    const { doubts = [] } = read(Buffer.from(text.repeat(3)));
    expect(doubts.filter(({ about }) => about === 'damage')).toEqual([]);
  });

  it.each(texts)('does not report intact text as garbled: $language', ({ sentences }) => {
    expect(read(Buffer.from(sentences.join('\n\n'))).doubts).toEqual([]);
  });
});
