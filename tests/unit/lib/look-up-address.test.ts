import { describe, expect, it } from 'vitest';
import {
  dictionaryAddress,
  lookUpSites,
  shortPassage,
  templateProblem,
  translationAddress,
} from '#src/lib/look-up-address.ts';

const dictionary = 'https://{lang}.words.example/wiki/{word}?in={to}';
const translate = 'https://words.example/#{lang}/{to}/{text}';
const lookup = { dictionary, translate };
const english = { from: 'en-US', to: 'es-ES' };

describe('the look-up sites of a brand', () => {
  it.each([
    [lookup, ['words.example']],
    [{ dictionary, translate: 'https://translate.example?text={text}' }, ['words.example', 'translate.example']],
    [{ translate: 'https://translate.example/{text}' }, ['translate.example']],
    [{ dictionary: 'http://words.example/https://other.example/{word}' }, []],
    [{}, []],
  ])('are %j if the templates are %j', (setting, sites) => {
    expect(lookUpSites(setting)).toEqual(sites);
  });
});

describe('the dictionary URL of a word', () => {
  it.each([
    ['lighthouse', 'en-US', 'https://en.words.example/wiki/lighthouse?in=es'],
    [' “Well,” ', 'en-US', 'https://en.words.example/wiki/Well?in=es'],
    ['l’amour', 'fr-FR', `https://fr.words.example/wiki/${encodeURIComponent('l’amour')}?in=es`],
    ['灯塔', 'zh-CN', `https://zh.words.example/wiki/${encodeURIComponent('灯塔')}?in=es`],
    [`${' '.repeat(300)}word`, 'en-US', 'https://en.words.example/wiki/word?in=es'],
    [`word${'.'.repeat(196)}`, 'en-US', 'https://en.words.example/wiki/word?in=es'],
    ['x'.repeat(60), 'en-US', `https://en.words.example/wiki/${'x'.repeat(60)}?in=es`],
    ['word', 'deutsch', 'https://en.words.example/wiki/word?in=es'],
    ['word', '../evil', 'https://en.words.example/wiki/word?in=es'],
  ])('for %j in %s is %s', (text, from, address) => {
    expect(dictionaryAddress(lookup, text, { from, to: 'es-ES' })).toBe(address);
  });

  it.each(['', '…', 'two words', 'well. Then', '我爱你们', 'x'.repeat(61), `word${'.'.repeat(197)}`, '\uD83D'])(
    'is null for %j',
    (text) => {
      expect(dictionaryAddress(lookup, text, english)).toBeNull();
    },
  );

  it('is null if the brand has no dictionary', () => {
    expect(dictionaryAddress({ translate }, 'word', english)).toBeNull();
  });
});

describe('the URL that translates a passage', () => {
  it('contains the text on one line, the language of the text and the language of the page', () => {
    expect(translationAddress(lookup, ' A line\n and {lang} & more? ', english)).toBe(
      `https://words.example/#en/es/${encodeURIComponent('A line and {lang} & more?')}`,
    );
  });

  it('is null if the text is empty or the brand has no translation site', () => {
    expect(translationAddress(lookup, ' \n', english)).toBeNull();
    expect(translationAddress({ dictionary }, 'word', english)).toBeNull();
  });
});

describe('a passage to translate', () => {
  it('is cut at 200 characters', () => {
    expect(shortPassage('word '.repeat(100), 'en')).toBe('word '.repeat(40).trim());
    expect(shortPassage('x'.repeat(200), 'en')).toHaveLength(200);
    expect(shortPassage('x'.repeat(201), 'en')).toHaveLength(200);
  });

  it('is never cut within a character', () => {
    expect(shortPassage(`${'x'.repeat(199)}👩‍🚀`, 'en')).toBe('x'.repeat(199));
    expect(shortPassage(`${'x'.repeat(199)}e\u0301`, 'en')).toBe('x'.repeat(199));
    expect(encodeURIComponent(shortPassage('\uDE00 left over \uD83D', 'en'))).toBe('left%20over');
  });
});

describe('a URL template for look-ups', () => {
  it.each([
    ['dictionary', 'https://{lang}.wiktionary.org/wiki/{word}'],
    ['dictionary', 'https://look.up.words.example/{word}'],
    ['dictionary', 'https://words.example/?q={word}&from={lang}&to={to}'],
    ['translate', 'https://words.example/#{lang}/{to}/{text}'],
  ] as const)('for a %s may be %s', (kind, template) => expect(templateProblem(kind, template)).toBeUndefined());

  it.each([
    ['dictionary', 'http://words.example/{word}', 'https'],
    ['dictionary', 'javascript:alert({word})', 'https'],
    ['dictionary', 'xhttps://words.example/{word}', 'https'],
    ['dictionary', 'https://words.example:8080/{word}', 'fixed host'],
    ['dictionary', 'https://words.example/{word}/{page}', 'no placeholders except'],
    ['dictionary', 'https://{word}.example/', 'fixed host'],
    ['dictionary', 'https://{lang}/{word}', 'fixed host'],
    ['dictionary', 'https://me:secret@words.example/{word}', 'fixed host'],
    ['dictionary', 'https://words.example/{word} {lang}', 'fixed host'],
    ['dictionary', 'https://words.example/', '{word}'],
    ['dictionary', 'https://words.example/{text}', 'no placeholders except'],
    ['dictionary', 'https://words.example/{word}/{', 'no placeholders except'],
    ['translate', 'https://words.example/{word}', 'no placeholders except'],
    ['translate', 'https://words.example/{lang}', 'must contain {text}'],
  ] as const)('for a %s must not be %s', (kind, template, problem) => {
    expect(templateProblem(kind, template)).toContain(problem);
  });
});
