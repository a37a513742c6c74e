import { describe, expect, it } from 'vitest';
import { pseudoLocalize } from '#src/i18n/pseudo-locale.ts';
import { englishTexts } from '../../helpers/texts.ts';

const texts = Object.values(englishTexts()).flatMap((area) => Object.values(area));
const withoutValues = (text: string) => text.replaceAll(/\{\{\w+\}\}/g, '');
const values = (text: string) => text.match(/\{\{\w+\}\}/g);

describe('pseudoLocalize', () => {
  it.each([
    ['Home', '[Ĥóóméé]'],
    ['Page {{page}} of {{pages}}', '[Pááĝéé {{page}} óóóf {{pages}}]'],
    ['{{count}} px', '[{{count}} px~~]'],
    ['', '[]'],
  ])('converts %j to %j', (text, expected) => {
    expect(pseudoLocalize(text)).toBe(expected);
  });

  it('makes every text at least 40 % longer', () => {
    const short = texts.filter(
      (text) => pseudoLocalize(withoutValues(text)).length - 2 < withoutValues(text).length * 1.4,
    );
    expect(short).toEqual([]);
  });

  it('keeps the placeholders', () => {
    expect(texts.map((text) => values(pseudoLocalize(text)))).toEqual(texts.map(values));
  });

  it('is deterministic', () => {
    expect(texts.map(pseudoLocalize)).toEqual(texts.map(pseudoLocalize));
  });
});
