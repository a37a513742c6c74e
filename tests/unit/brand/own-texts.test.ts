import { beforeAll, describe, expect, it } from 'vitest';
import { ownTextProblem } from '#src/brand/own-texts.ts';
import { usualTexts } from '#src/brand/usual-texts.ts';
import { LOCALE_CODES, LOCALES } from '#src/contract/locales.ts';
import { textOf, textsOf } from '#src/i18n/t.ts';
import { englishT } from '../../helpers/texts.ts';

beforeAll(async () => {
  await englishT();
});

describe('ownTextProblem', () => {
  it.each(LOCALE_CODES)('accepts every usual text of the language %s', async (code) => {
    const problems = [...(await usualTexts(code))].flatMap(([key, text]) => {
      const problem = text === '' ? undefined : ownTextProblem(key, text, code);
      return problem ? [`${key}: ${problem}`] : [];
    });
    expect(problems).toEqual([]);
  });

  it.each([
    ['common:nothing', 'x', 'must be a text'],
    ['seo:home-title', 'x', 'must be a text'],
    ['constructor:name', 'x', 'must be a text'],
    ['mail:reset-2', 'Here: {{link}}', 'must contain {{minutes}}'],
    ['seo:feed-new', 'New', 'must contain {{brand}}'],
    ['account:coins_two', '{{count}}', 'must be a text'],
    ['account:account-lead', 'Yours', 'must contain {{brand}}'],
    ['common:home', '{{brand}}', 'no placeholders except none'],
    ['common:home', ' ', 'must have 1 to 40 characters'],
    ['common:home', 'x'.repeat(41), 'must have 1 to 40 characters'],
  ])('refuses for %s the text %j', (key, text, problem) => {
    expect(ownTextProblem(key, text, 'en')).toContain(problem);
  });
});

describe("a brand's own texts", () => {
  const ownTexts = { 'common:home': 'Start', 'account:coins_one': 'a coin' };
  const locale = { ...LOCALES.en, ownTexts };

  it('replace those of the site on pages, by plural form', () => {
    const t = textOf(locale);
    expect([t('common:home'), t('account:coins', { count: 1 }), t('account:coins', { count: 2 })]).toEqual([
      'Start',
      'a coin',
      '2 coins',
    ]);
    expect(textOf(LOCALES.en)('common:home')).toBe('Home');
    expect(textOf({ ...LOCALES.en, ownTexts: { 'common:home': 'Top' } })('common:home')).toBe('Top');
  });

  it('replace those that islands get, of the same area only', () => {
    expect(textsOf(locale, 'common')).toMatchObject({ home: 'Start' });
    expect(textsOf(locale, 'account')).toMatchObject({ coins_one: 'a coin', coins_other: '{{count}} coins' });
    expect(textsOf(locale, 'reader')).not.toHaveProperty('home');
  });
});
