import { expect, it } from 'vitest';
import { FORM_ANSWERS, reportAnswer } from '#src/routes/plain-forms.ts';

it.each([
  [undefined, 'sent'],
  ['RATE_LIMITED', 'often'],
  ['BAD_REQUEST', 'input'],
  ['NOT_FOUND', 'lost'],
  ['CLIENT_NETWORK', 'lost'],
] as const)('a report with the result %s shows the message "%s"', (code, answer) => {
  expect(reportAnswer(code)).toBe(answer);
  expect(FORM_ANSWERS.report).toContain(answer);
});
