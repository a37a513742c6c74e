// @vitest-environment happy-dom
import { expect, it } from 'vitest';
import { pageFacts } from '#src/browser/deferred/page-facts.ts';
import { LOCALES } from '#src/contract/locales.ts';

function say(content: string | undefined): void {
  document.head.replaceChildren();
  if (content === undefined) return;
  const meta = document.createElement('meta');
  Object.assign(meta, { name: 'lectern', content });
  document.head.append(meta);
}

it('reads what the page says of itself', () => {
  const facts = { prefix: '/tibok_api', locale: LOCALES.ph, measure: [['tibok', 'G-ONE']], consent: false };
  say(JSON.stringify(facts));
  expect(pageFacts()).toEqual(facts);
});

it('has none where the page says nothing', () => {
  say(undefined);
  expect(pageFacts()).toBeUndefined();
});
