import { expect, it } from 'vitest';
import { type Finding, findingsText, isAcceptable } from '#src/publish/verify/publish-guard/finding.ts';

const lostPart = (number: number): Finding => ({ rule: 'page-size', what: `page ${number}` });
const WHY = '    page-size: Parts of these pages are missing or duplicated. Compare some of them with the live ones.';
const ACCEPT = 'If all of this is correct, publish it: npm run rebuild -- --brand ash --accept "why it is correct"';

it('findingsText groups findings by rule, with the reason for each rule and how to accept the findings', () => {
  const titles: Finding = { rule: 'titles-alike', what: 'three titles' };
  expect(findingsText([lostPart(1), titles, lostPart(2)], 'ash')).toBe(
    [
      '  - page 1',
      '  - page 2',
      WHY,
      '  - three titles',
      '    titles-alike: Search engines drop pages that they cannot tell apart. Check how titles are built.',
      ACCEPT,
    ].join('\n'),
  );
});

it('findingsText lists ten findings per rule, and the number of further findings', () => {
  const textFor = (count: number) =>
    findingsText(
      Array.from({ length: count }, (_, index) => lostPart(index)),
      'ash',
    );
  expect(textFor(10).split('\n').slice(9)).toEqual(['  - page 9', WHY, ACCEPT]);
  expect(textFor(12).split('\n').slice(9)).toEqual(['  - page 9', '  - and 2 more like these', WHY, ACCEPT]);
});

it('findingsText does not offer to accept the findings if one of them cannot be accepted', () => {
  const missing: Finding = { rule: 'missing-page', what: '/ is missing' };
  expect([isAcceptable(lostPart(1)), isAcceptable(missing)]).toEqual([true, false]);
  expect(findingsText([lostPart(1), missing], 'ash')).toMatch(/\nThis cannot be accepted: fix it, then run again\.$/);
});
