import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { defaultCase } from '#src/api-client/conformance/case.ts';
import type { TestRun } from '#src/api-client/conformance/types.ts';
import { API_ERRORS, type ApiErrorCode, defineCall } from '#src/contract/index.ts';

const common = { purpose: 'A call of the test.', fallback: 'nothing', pages: ['home'], data: v.object({}), empty: {} };
const signedIn = defineCall('test.signed_in', { ...common, method: 'POST', signedIn: true, params: v.object({}) });
const withParams = defineCall('test.params', { ...common, method: 'POST', params: v.object({ id: v.number() }) });

/** A run against an upstream that answers every call with one error. */
function runAgainst(code: ApiErrorCode): TestRun {
  const json = { success: 0, data: {}, errors: [{ code, message: code }] };
  const response = { status: API_ERRORS[code], contentType: 'application/json', body: JSON.stringify(json), json };
  return {
    client: { send: async () => ({ ...response, where: 'POST /v1/test', etag: undefined }) },
    visitor: { deviceUuid: 'device', email: 'a@b.invalid' },
  } as unknown as TestRun;
}

describe('defaultCase', () => {
  it.each([
    ['a call for signed-in visitors', signedIn, 'UNAUTHORIZED', 'BAD_REQUEST'],
    ['a call with required parameters', withParams, 'BAD_REQUEST', 'INTERNAL'],
  ] as const)('checks the error of %s', async (_name, call, right, wrong) => {
    expect((await defaultCase(call).check(runAgainst(right))).state).toBe('passed');
    expect((await defaultCase(call).check(runAgainst(wrong))).state).toBe('failed');
    expect((await defaultCase(call).check(runAgainst('CALL_ABSENT'))).state).toBe('absent');
  });
});
