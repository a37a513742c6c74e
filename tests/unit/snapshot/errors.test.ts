import { expect, it } from 'vitest';
import { recommendTagGroupList } from '#src/contract/index.ts';
import { upstreamErrorOf } from '#src/snapshot/errors.ts';

const told = (status: number, ...errors: { code: string; message: string }[]) => {
  const result = { success: 0, data: undefined, errors, status } as unknown as Parameters<typeof upstreamErrorOf>[3];
  return upstreamErrorOf(recommendTagGroupList, { page: 2 }, 7, result).message;
};

it.each([
  [
    'its status and errors',
    told(500, { code: 'A', message: 'one' }, { code: 'B', message: 'two' }),
    'status 500, A: one; B: two',
  ],
  ['that it gave no reason', told(502), 'status 502, no reason given'],
  ['no status where there was no answer', told(0, { code: 'CLIENT_NETWORK', message: 'gone' }), 'CLIENT_NETWORK: gone'],
])('the error of a failed call tells %s', (_what, message, reasons) => {
  expect(message).toBe(
    `The upstream failed at ${recommendTagGroupList.name} {"page":2} of section 7 (${reasons}). The live release stays as it is; run again when the upstream answers.`,
  );
});

it('the error of a failed call ends the command with the code of a failed upstream', () => {
  const result = { success: 0, data: undefined, errors: [], status: 0 } as unknown as Parameters<
    typeof upstreamErrorOf
  >[3];
  expect(upstreamErrorOf(recommendTagGroupList, {}, 7, result)).toMatchObject({ code: 'UPSTREAM', exitCode: 3 });
});
