import { describe, expect, it } from 'vitest';
import { definitionOf } from '#src/islands/reader/marks/dictionary.ts';

describe('a definition', () => {
  it.each([
    ['lighthouse', 'en-US', 'https://en.wiktionary.org/wiki/lighthouse'],
    ['“Maître d’hôtel,”', 'fr-FR', `https://fr.wiktionary.org/wiki/${encodeURIComponent('Maître d’hôtel')}`],
    ['灯塔', 'zh-CN', `https://zh.wiktionary.org/wiki/${encodeURIComponent('灯塔')}`],
    ['a/b?c#d', 'en', 'https://en.wiktionary.org/wiki/a%2Fb%3Fc%23d'],
    ['word', '../evil', 'https://en.wiktionary.org/wiki/word'],
  ])('of %s in %s is at %s', (text, language, address) => {
    expect(definitionOf(text, language)).toBe(address);
  });

  it.each(['', '…', 'one two three four', 'x'.repeat(41)])('is not to be had for %j', (text) => {
    expect(definitionOf(text, 'en')).toBeNull();
  });
});
