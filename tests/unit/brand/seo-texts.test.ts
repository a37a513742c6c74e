import { resolve } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { loadBrands } from '#src/brand/registry.ts';
import { seoTextProblem } from '#src/brand/seo-texts.ts';
import { LOCALES } from '#src/contract/locales.ts';
import { textOf } from '#src/i18n/t.ts';
import { SHIPPED_BRANDS } from '../../helpers/shipped-brands.ts';
import { englishT } from '../../helpers/texts.ts';

beforeAll(englishT);

describe('seoTextProblem', () => {
  it.each([
    ['genre-title', 'Best {{name}} novels for the night'],
    ['genre-description', 'On the map of {{name}}.'],
    ['home-description', 'Novels for the night.'],
    ['genre-title', 'Best {{novels}} for the night'],
    ['author-title', '{{stories}} for the night'],
  ])('accepts %s: %s', (key, text) => {
    expect(seoTextProblem(key, text)).toBeUndefined();
  });

  it.each([
    ['genre-title', 'Best novels', 'must contain {{name}}'],
    ['novel-title', '{{title}}', 'must contain {{author}}'],
    ['novel-title', '{{title}} {{author}} {{novels}}', 'no placeholders except {{title}}, {{author}}'],
    ['genre-title', '{{name}} on {{brand}}', 'no placeholders except {{name}}'],
    ['history-title', 'What {{you}} read', 'no placeholders except none'],
    ['genre-title', `{{name}} ${'a'.repeat(41)}`, '1 to 40 characters'],
    ['genre-title', '{{name}}', '1 to 40 characters'],
    ['more', 'and so on', 'must be a title or description'],
    ['no-title', 'None', 'must be a title or description'],
    ['toString', 'x', 'must be a title or description'],
  ])('explains what is wrong with %s: %s', (key, text, problem) => {
    expect(seoTextProblem(key, text)).toContain(problem);
  });
});

describe('textOf, which returns the search engine text of a brand', () => {
  const own = { 'genre-title': 'Best {{name}} novels for the night' };

  it("returns the brand's own text, or else the default text", () => {
    const [t, common] = [textOf(LOCALES.en, own), textOf(LOCALES.en)];
    expect(t('seo:genre-title', { name: 'Fantasy' })).toBe('Best Fantasy novels for the night');
    expect(t('seo:tag-title', { name: 'elves' })).toBe(common('seo:tag-title', { name: 'elves' }));
    expect(common('seo:genre-title', { name: 'Fantasy' })).not.toContain('for the night');
  });

  it('computes each text only once', () => {
    expect(textOf(LOCALES.en, own)).toBe(textOf(LOCALES.en, own));
  });
});

/** Kinds of lists whose search results must differ between brands, even if titles are truncated before the brand name. */
const LIST_KINDS = [
  'genre',
  'tag',
  'keyword',
  'category',
  'category-part',
  'letter',
  'letter-other',
  'section',
  'ranking',
  'author',
] as const;

describe('the search engine texts of the shipped brands', () => {
  const name = 'a name that takes up all the room there is in a title of sixty characters';
  const publicBrand = {
    name,
    parent: name,
    type: name,
    novels: name,
    stories: name,
    brand: 'Brand',
    introduction: 'An introduction. '.repeat(12),
    books: 'A and B',
  };

  it.each(LIST_KINDS.flatMap((kind) => [`${kind}-title`, `${kind}-description`] as const))(
    'differ between brands for %s',
    async (key) => {
      const shipped = (await loadBrands(resolve('brands'))).filter(({ id }) => SHIPPED_BRANDS.includes(id));
      const texts = shipped.map(({ seoTexts }) =>
        textOf(LOCALES.en, seoTexts?.en)(`seo:${key}`, publicBrand).slice(0, 160),
      );
      expect(new Set(texts).size).toBe(texts.length);
    },
  );
});
