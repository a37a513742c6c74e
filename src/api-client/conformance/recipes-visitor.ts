import type { AnyCall, ApiErrorCode } from '#src/contract/index.ts';
import * as contract from '#src/contract/index.ts';
import type { Asked, How } from './asker.ts';
import { answerFaults, refusalFaults } from './faults.ts';
import { absent, lacks, type Plan, reportOf } from './recipe.ts';
import { ACCOUNT_PLANS } from './recipes-account.ts';
import { NO_ID } from './rules-reference.ts';
import type { CallReport, Fault, Run } from './types.ts';

/** A refusal that every upstream with the call gives, without any change there. */
interface Refusal {
  readonly params: Readonly<Record<string, unknown>>;
  readonly codes: readonly ApiErrorCode[];
  readonly why: string;
}

const ANONYMOUS: Refusal = { params: {}, codes: ['UNAUTHORIZED'], why: 'a call without a token' };
export const EMPTY: Refusal = { params: {}, codes: ['BAD_REQUEST'], why: 'a call without parameters' };

/** Calls that act for a visitor: their refusals are judged, and their successes where the run may write. */
export const VISITOR_PLANS: readonly Plan[] = [
  visitor(contract.authRegister, [
    EMPTY,
    { params: { email: 'no address', password: 'long enough' }, codes: ['BAD_REQUEST'], why: 'an e-mail that is none' },
  ]),
  visitor(contract.authLogin, [
    EMPTY,
    {
      params: { email: 'nobody@contract.invalid', password: 'not a password' },
      // Whoever judges often is asked to wait.
      codes: ['WRONG_CREDENTIALS', 'RATE_LIMITED'],
      why: 'an account that does not exist',
    },
  ]),
  visitor(contract.userProfile, [ANONYMOUS]),
  visitor(contract.userUpdate, [{ ...ANONYMOUS, params: { name: 'Contract' } }]),
  visitor(contract.userSessions, [ANONYMOUS]),
  visitor(contract.userEndSession, [ANONYMOUS]),
  visitor(contract.userChangePassword, [ANONYMOUS]),
  ...ACCOUNT_PLANS,
  visitor(contract.historySync, [{ ...ANONYMOUS, params: { entries: [], removed: [] } }]),
  visitor(contract.librarySync, [{ ...ANONYMOUS, params: { items: [] } }]),
  visitor(contract.userLockedBooks, [ANONYMOUS]),
  visitor(contract.userRecharges, [ANONYMOUS]),
  visitor(contract.userVouchers, [ANONYMOUS]),
  visitor(contract.eventHelpClick, [
    EMPTY,
    { params: { active_id: NO_ID }, codes: ['NOT_FOUND'], why: 'an event that does not exist' },
  ]),
  visitor(contract.deviceRegister, [EMPTY]),
  visitor(contract.pushUnsubscribe, [EMPTY]),
  visitor(contract.visitPageView, [EMPTY]),
  // Last, because it ends the session that the others use.
  visitor(contract.authLogout, [ANONYMOUS]),
];

const NOT_WRITTEN = 'its success was not judged: that changes something there (--write)';

/** How a call is made to succeed, and what has to hold then, where that is special to it. */
interface Success {
  /** Undefined where the upstream shows nothing to ask about. */
  readonly params: (run: Run) => Readonly<Record<string, unknown>> | undefined;
  readonly after: (run: Run, asked: Asked) => Promise<Fault[]>;
}

export function visitor(call: AnyCall, refusals: readonly Refusal[], success?: Success): Plan {
  return { call, judge: (run) => judge(call, refusals, run, success) };
}

async function judge(
  call: AnyCall,
  refusals: readonly Refusal[],
  run: Run,
  success: Success = { params: (asked) => paramsOf(call, asked), after: () => afterFaults(call, run) },
): Promise<CallReport> {
  const device: How = { deviceUuid: run.visitor.deviceUuid };
  const faults: Fault[] = [];
  for (const { params, codes, why } of refusals) {
    const asked = await run.asker.ask(call, params, device);
    if (lacks(call, asked)) return absent(call);
    faults.push(...refusalFaults(asked, codes, why));
  }
  if (!run.write) return reportOf(call, faults, [NOT_WRITTEN]);
  const params = success.params(run);
  const asked = params && (await succeed(call, params, run));
  return asked
    ? reportOf(call, [...faults, ...answerFaults(call, asked), ...(await success.after(run, asked))])
    : reportOf(call, faults, [
        `its success could not be judged: no ${params ? 'account could be made' : 'book shows'}`,
      ]);
}

const PASSWORD = 'a password of the contract suite';

async function succeed(call: AnyCall, params: Record<string, unknown>, run: Run): Promise<Asked | undefined> {
  const { deviceUuid } = run.visitor;
  const token = call.signedIn ? await tokenOf(run) : undefined;
  if (call.signedIn && token === undefined) return undefined;
  if (call.name === contract.authLogin.name) await tokenOf(run);
  return run.asker.ask(call, params, token === undefined ? { deviceUuid } : { deviceUuid, token });
}

function paramsOf({ name }: AnyCall, { found, visitor: { email } }: Run): Record<string, unknown> {
  const params: Record<string, Record<string, unknown>> = {
    'auth.register': { email: `second-${email}`, password: PASSWORD, name: 'Contract' },
    'auth.login': { email, password: PASSWORD },
    'user.update': { name: 'Contract' },
    'user.change_password': { current: PASSWORD, password: PASSWORD },
    'history.sync': { entries: [], removed: [] },
    'library.sync': { items: [] },
    'event.help_click': { active_id: found.event },
    'push.unsubscribe': { endpoint: 'https://push.contract.invalid/nobody' },
    'device.register': { platform: 'other' },
    'visit.page_view': { measurement_id: 'CONTRACT-0', path: '/' },
  };
  return params[name] ?? {};
}

/** The token of this run's own account, made when first needed. */
async function tokenOf(run: Run): Promise<string | undefined> {
  const { visitor } = run;
  const { email, deviceUuid } = visitor;
  const params = { email, password: PASSWORD, name: 'Contract' };
  const data = visitor.token ? undefined : await run.asker.dataOf(contract.authRegister, params, { deviceUuid });
  if (data?.session) visitor.token = data.session.token;
  return visitor.token;
}

/** A token is worth nothing after signing out. */
async function afterFaults(call: AnyCall, run: Run): Promise<Fault[]> {
  const token = run.visitor.token;
  if (call.name !== contract.authLogout.name || token === undefined) return [];
  const asked = await run.asker.ask(contract.userProfile, {}, { token });
  return refusalFaults(asked, ['UNAUTHORIZED'], 'a token after signing out');
}
