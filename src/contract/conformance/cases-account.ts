import * as contract from '../index.ts';
import { ANONYMOUS, absent, type ContractCase, defineCase, EMPTY, errorsOnly, lacks, reportOf } from './case.ts';
import { checkError, checkSuccess } from './problems.ts';
import type { CallReport, TestRun } from './types.ts';

const UNKNOWN_TOKEN = 'an-unknown-token-of-the-contract-suite';

/** Cases of calls that need a browser, a mailbox or coins, or delete the account. Only their errors are checked. */
export const ACCOUNT_CASES: readonly ContractCase[] = [
  defineCase(contract.authOptions, { params: () => ({}) }),
  defineCase(contract.pushKey, { params: () => ({}) }),
  errorsOnly(contract.authRefresh, 'it needs a session cookie', [
    { params: {}, codes: ['UNAUTHORIZED', 'FORBIDDEN'], why: 'a call without a cookie' },
  ]),
  errorsOnly(contract.authResetRequest, 'it sends email', [EMPTY]),
  errorsOnly(contract.authReset, 'it needs a token from an email', [
    EMPTY,
    {
      params: { token: UNKNOWN_TOKEN, password: 'long enough for all' },
      codes: ['GONE', 'RATE_LIMITED'],
      why: 'a token that does not exist',
    },
  ]),
  { call: contract.authOidcBegin, check: checkOidcBegin },
  errorsOnly(contract.authOidcFinish, 'it needs a visit to the provider', [
    EMPTY,
    {
      params: { code: 'x', state: UNKNOWN_TOKEN },
      codes: ['GONE', 'NOT_FOUND', 'RATE_LIMITED'],
      why: 'a state that does not exist',
    },
  ]),
  errorsOnly(contract.chapterUnlock, 'it spends coins', [ANONYMOUS]),
  errorsOnly(contract.pushSubscribe, 'it needs a browser with notifications enabled', [EMPTY]),
  errorsOnly(contract.userDelete, 'it deletes the account', [ANONYMOUS]),
];

/** Checks the call. Accepts a failure too, because not every upstream has an OpenID provider. */
async function checkOidcBegin({ client, visitor: { deviceUuid } }: TestRun): Promise<CallReport> {
  const call = contract.authOidcBegin;
  const response = await client.send(call, {}, { deviceUuid });
  if (lacks(call, response)) return absent(call);
  if (response.status === 200) return reportOf(call, checkSuccess(call, response));
  const codes = ['NOT_FOUND', 'UNAVAILABLE', 'RATE_LIMITED'] as const;
  return reportOf(call, checkError(response, codes, 'a sign-in without a provider'));
}
