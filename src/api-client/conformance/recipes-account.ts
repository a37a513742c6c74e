import type { AnyCall, ApiErrorCode } from '#src/contract/index.ts';
import * as contract from '#src/contract/index.ts';
import { answerFaults, refusalFaults } from './faults.ts';
import { absent, lacks, type Plan, plan, reportOf } from './recipe.ts';
import type { CallReport, Run } from './types.ts';

interface Refusal {
  readonly params: Readonly<Record<string, unknown>>;
  readonly codes: readonly ApiErrorCode[];
  readonly why: string;
}

const ANONYMOUS: Refusal = { params: {}, codes: ['UNAUTHORIZED'], why: 'a call without a token' };
const EMPTY: Refusal = { params: {}, codes: ['BAD_REQUEST'], why: 'a call without parameters' };
const STRANGE = 'A-token-that-nobody-was-ever-given';

/** Calls whose success needs a browser, a mailbox or a purse, or ends an account: only what they refuse is judged. */
export const ACCOUNT_PLANS: readonly Plan[] = [
  plan(contract.authOptions, { params: () => ({}) }),
  refusing(contract.authRefresh, 'it needs the cookie of a session', [
    { params: {}, codes: ['UNAUTHORIZED', 'FORBIDDEN'], why: 'a call without a cookie' },
  ]),
  refusing(contract.authResetRequest, 'it sends mail', [EMPTY]),
  refusing(contract.authReset, 'it needs a token from a mail', [
    EMPTY,
    {
      params: { token: STRANGE, password: 'long enough for all' },
      codes: ['GONE', 'RATE_LIMITED'],
      why: 'a token that does not exist',
    },
  ]),
  { call: contract.authOidcBegin, judge: beginning },
  refusing(contract.authOidcFinish, 'it needs a visit to the provider', [
    EMPTY,
    {
      params: { code: 'x', state: STRANGE },
      codes: ['GONE', 'NOT_FOUND', 'RATE_LIMITED'],
      why: 'a state that does not exist',
    },
  ]),
  refusing(contract.chapterUnlock, 'it takes coins', [ANONYMOUS]),
  refusing(contract.pushSubscribe, 'it needs a browser that asked for notifications', [EMPTY]),
  refusing(contract.userDelete, 'it ends the account', [ANONYMOUS]),
];

function refusing(call: AnyCall, why: string, refusals: readonly Refusal[]): Plan {
  return {
    call,
    async judge({ asker, visitor: { deviceUuid } }) {
      const faults = [];
      for (const refusal of refusals) {
        const asked = await asker.ask(call, refusal.params, { deviceUuid });
        if (lacks(call, asked)) return absent(call);
        faults.push(...refusalFaults(asked, refusal.codes, refusal.why));
      }
      return reportOf(call, faults, [`its success was not judged: ${why}`]);
    },
  };
}

/** Only some upstreams have a provider. */
async function beginning({ asker, visitor: { deviceUuid } }: Run): Promise<CallReport> {
  const call = contract.authOidcBegin;
  const asked = await asker.ask(call, {}, { deviceUuid });
  if (lacks(call, asked)) return absent(call);
  if (asked.status === 200) return reportOf(call, answerFaults(call, asked));
  const codes = ['NOT_FOUND', 'UNAVAILABLE', 'RATE_LIMITED'] as const;
  return reportOf(call, refusalFaults(asked, codes, 'a sign-in without a provider'));
}
