import { expect, it } from 'vitest';
import { areasIn } from '#src/publish/bundle/module-graph.ts';

it.each([
  ["t('listing:more', { page })", ['listing']],
  [`t(\`listing:$\{kind}-lead\`) + t("common:home")`, ['common', 'listing']],
  ["islandTexts(textsOf(locale, 'reader'), KEYS)", ['reader']],
  ["kind === 'reader' ? 1 : 2", []],
])('areasIn returns the areas used in %s', (code, areas) => {
  expect(areasIn(code)).toEqual(areas);
});
