import { expect, it } from 'vitest';
import { type Finding, findingsText, isAcceptable } from '#src/rebuild/publish-guard/finding.ts';

const lost = (number: number): Finding => ({ rule: 'page-size', what: `page ${number}` });
const WHY = '    page-size: A part of these pages is gone, or there twice. Compare some of them with the live ones.';
const ACCEPT = 'If all of this is right, publish it: npm run rebuild -- --brand ash --accept "why it is right"';

it('findings are told by rule, with why it matters and how to accept them', () => {
  const titles: Finding = { rule: 'titles-alike', what: 'three titles' };
  expect(findingsText([lost(1), titles, lost(2)], 'ash')).toBe(
    [
      '  - page 1',
      '  - page 2',
      WHY,
      '  - three titles',
      '    titles-alike: Engines drop pages that they cannot tell apart. Look at what titles are made of.',
      ACCEPT,
    ].join('\n'),
  );
});

it('ten findings of a rule are told, and how many more there are', () => {
  const told = (count: number) =>
    findingsText(
      Array.from({ length: count }, (_none, index) => lost(index)),
      'ash',
    );
  expect(told(10).split('\n').slice(9)).toEqual(['  - page 9', WHY, ACCEPT]);
  expect(told(12).split('\n').slice(9)).toEqual(['  - page 9', '  - and 2 more like these', WHY, ACCEPT]);
});

it('one finding that is never right keeps all from being accepted', () => {
  const missing: Finding = { rule: 'missing-page', what: '/ is missing' };
  expect([isAcceptable(lost(1)), isAcceptable(missing)]).toEqual([true, false]);
  expect(findingsText([lost(1), missing], 'ash')).toMatch(/\nThis cannot be accepted: correct it, then run again\.$/);
});
