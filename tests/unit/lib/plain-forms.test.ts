import { expect, it } from 'vitest';
import { FORM_ANSWERS, reportAnswer } from '#src/lib/plain-forms.ts';

it.each([
  [undefined, 'sent'],
  ['RATE_LIMITED', 'often'],
  ['BAD_REQUEST', 'input'],
  ['NOT_FOUND', 'lost'],
  ['CLIENT_NETWORK', 'lost'],
] as const)('a report that the call answers with %s is said to be %s', (code, answer) => {
  expect(reportAnswer(code)).toBe(answer);
  expect(FORM_ANSWERS.report).toContain(answer);
});
