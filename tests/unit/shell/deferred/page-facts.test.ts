// @vitest-environment happy-dom
import { expect, it } from 'vitest';
import { LOCALES } from '#src/contract/locales.ts';
import { pageFacts } from '#src/shell/deferred/page-facts.ts';

function setFacts(content: string | undefined): void {
  document.head.replaceChildren();
  if (content === undefined) return;
  const meta = document.createElement('meta');
  Object.assign(meta, { name: 'lectern', content });
  document.head.append(meta);
}

it('page facts are read from the markup of the page', () => {
  const facts = { prefix: '/tibok_api', locale: LOCALES.ph, measure: [['tibok', 'G-ONE']], consent: false };
  setFacts(JSON.stringify(facts));
  expect(pageFacts()).toEqual(facts);
});

it('page facts are empty if the markup contains none', () => {
  setFacts(undefined);
  expect(pageFacts()).toBeUndefined();
});
