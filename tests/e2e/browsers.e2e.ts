import { expect, test } from '@playwright/test';
import { ENGINES } from '../../scripts/browsers/engines.ts';
import { walkIn } from '../../scripts/browsers/run.ts';
import { STEPS } from '../../scripts/browsers/walk.ts';
import { portOfSite } from './site.ts';

/** All other tests use Chromium; `npm run test:browsers` covers the complete walk. */
const OTHERS = ENGINES.filter(({ name }) => name === 'firefox' || name === 'webkit');
const SHORT = STEPS.filter(({ isShort }) => isShort);

for (const engine of OTHERS) {
  test(`a visitor can open the home page, a list, a novel, a chapter and the search without errors in ${engine.about}`, async () => {
    const results = await walkIn(engine, SHORT, portOfSite(), () => {});
    expect(results.flatMap(({ step, fault }) => (fault === undefined ? [] : [`${step}: ${fault}`]))).toEqual([]);
    expect(results.map(({ step }) => step)).toEqual(SHORT.map(({ name }) => name));
  });
}
