import { readResponse } from '../client/response.ts';
import * as contract from '../index.ts';
import { ANONYMOUS, absent, type ContractCase, EMPTY, type ErrorCase, lacks, reportOf } from './case.ts';
import { ACCOUNT_CASES } from './cases-account.ts';
import { checkOrder, LAST_SEEN_FIRST, NEWEST_FIRST } from './check-order.ts';
import { NO_ID } from './check-references.ts';
import type { ProbeOptions, ProbeResponse } from './probe-client.ts';
import { checkError, checkSuccess, problemUnless } from './problems.ts';
import type { CallReport, Problem, TestRun } from './types.ts';

/** Cases of calls for visitors. Errors are always checked, successful responses only with `--write`. */
export const VISITOR_CASES: readonly ContractCase[] = [
  visitor(contract.authRegister, [
    EMPTY,
    { params: { email: 'no address', password: 'long enough' }, codes: ['BAD_REQUEST'], why: 'an invalid email' },
  ]),
  visitor(contract.authLogin, [
    EMPTY,
    {
      params: { email: 'nobody@contract.invalid', password: 'not a password' },
      // A second run soon afterwards reaches the rate limit.
      codes: ['WRONG_CREDENTIALS', 'RATE_LIMITED'],
      why: 'an account that does not exist',
    },
  ]),
  visitor(contract.userProfile, [ANONYMOUS]),
  visitor(contract.userUpdate, [{ ...ANONYMOUS, params: { name: 'Contract' } }]),
  visitor(contract.userSessions, [ANONYMOUS]),
  visitor(contract.userExport, [ANONYMOUS]),
  visitor(contract.userEndSession, [ANONYMOUS]),
  visitor(contract.userChangePassword, [ANONYMOUS]),
  ...ACCOUNT_CASES,
  visitor(contract.historySync, [{ ...ANONYMOUS, params: { entries: [], removed: [] } }]),
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
  visitor(contract.searchTyped, [EMPTY]),
  // This must be the last case, because it ends the session that the other cases use.
  visitor(contract.authLogout, [ANONYMOUS]),
];

const NOT_WRITTEN = 'success not checked, because it changes data of the upstream (--write)';

/** How to make a call succeed, and the checks to run afterwards. */
interface Success {
  /** Returns the parameters; undefined if the upstream has no records to use as parameters. */
  readonly params: (run: TestRun) => Readonly<Record<string, unknown>> | undefined;
  /** What `after` checks, in Markdown. */
  readonly demands?: readonly string[];
  readonly after: (run: TestRun, response: ProbeResponse) => Promise<Problem[]>;
}

export function visitor(call: contract.AnyCall, errorCases: readonly ErrorCase[], success?: Success): ContractCase {
  return { call, demands: success?.demands ?? [], check: (run) => check(call, errorCases, run, success) };
}

async function check(
  call: contract.AnyCall,
  errorCases: readonly ErrorCase[],
  run: TestRun,
  success: Success = {
    params: (testRun) => paramsOf(call, testRun),
    after: (_run, response) => checkAfter(call, run, response),
  },
): Promise<CallReport> {
  const device: ProbeOptions = { deviceUuid: run.visitor.deviceUuid };
  const problems: Problem[] = [];
  for (const { params, codes, why } of errorCases) {
    const response = await run.client.send(call, params, device);
    if (lacks(call, response)) return absent(call);
    problems.push(...checkError(response, codes, why));
  }
  if (!run.write) return reportOf(call, problems, [NOT_WRITTEN]);
  const params = success.params(run);
  const response = params && (await succeed(call, params, run));
  return response
    ? reportOf(call, [...problems, ...checkSuccess(call, response), ...(await success.after(run, response))])
    : reportOf(call, problems, [
        `success not checked: ${params ? 'no account could be created' : 'the lists have no book'}`,
      ]);
}

const PASSWORD = 'a password of the contract suite';

async function succeed(
  call: contract.AnyCall,
  params: Record<string, unknown>,
  run: TestRun,
): Promise<ProbeResponse | undefined> {
  const { deviceUuid } = run.visitor;
  const token = call.signedIn ? await tokenOf(run) : undefined;
  if (call.signedIn && token === undefined) return undefined;
  if (call.name === contract.authLogin.name) await tokenOf(run);
  return run.client.send(call, params, token === undefined ? { deviceUuid } : { deviceUuid, token });
}

function paramsOf({ name }: contract.AnyCall, { fixtures, visitor: { email } }: TestRun): Record<string, unknown> {
  const params: Record<string, Record<string, unknown>> = {
    'auth.register': { email: `second-${email}`, password: PASSWORD, name: 'Contract' },
    'auth.login': { email, password: PASSWORD },
    'user.update': { name: 'Contract' },
    'user.change_password': { current: PASSWORD, password: PASSWORD },
    'history.sync': { entries: [], removed: [] },
    'event.help_click': { active_id: fixtures.event },
    'push.unsubscribe': { endpoint: 'https://push.contract.invalid/nobody' },
    'device.register': { platform: 'other' },
    'search.typed': { keyword: 'sea' },
    'visit.page_view': { measurement_id: 'CONTRACT-0', path: '/' },
  };
  return params[name] ?? {};
}

/** Returns the token of this run's account, which the first call of this function registers. */
async function tokenOf(run: TestRun): Promise<string | undefined> {
  const { visitor } = run;
  const { email, deviceUuid } = visitor;
  const params = { email, password: PASSWORD, name: 'Contract' };
  const data = visitor.token ? undefined : await run.client.dataOf(contract.authRegister, params, { deviceUuid });
  if (data?.session) visitor.token = data.session.token;
  return visitor.token;
}

/** Checks the documented order of sessions, recharges and vouchers. */
function checkListOrder(call: contract.AnyCall, response: ProbeResponse): Problem[] {
  const newest = { fix: 'Order by created_at, newest first.' };
  switch (call.name) {
    case contract.userSessions.name:
      return checkSessions(response);
    case contract.userRecharges.name:
      return checkOrder(response, readResponse(contract.userRecharges, response).data.items, NEWEST_FIRST, newest);
    case contract.userVouchers.name:
      return checkOrder(response, readResponse(contract.userVouchers, response).data.items, NEWEST_FIRST, newest);
    default:
      return [];
  }
}

function checkSessions(response: ProbeResponse): Problem[] {
  const [first, ...others] = readResponse(contract.userSessions, response).data.items;
  const fix = 'List the session of the request first, then the others by seen_at, latest first.';
  return [
    ...problemUnless(first?.current === true, response, 'items.0 is not the session of this request', fix),
    ...checkOrder(response, others, LAST_SEEN_FIRST, { field: 'items after the first', fix }),
  ];
}

/** Checks a call after it succeeded: the order of its list, or that the token is invalid after a sign-out. */
async function checkAfter(call: contract.AnyCall, run: TestRun, success: ProbeResponse): Promise<Problem[]> {
  const token = run.visitor.token;
  if (success.status !== 200) return [];
  if (call.name !== contract.authLogout.name || token === undefined) return checkListOrder(call, success);
  const response = await run.client.send(contract.userProfile, {}, { token });
  return checkError(response, ['UNAUTHORIZED'], 'a token after signing out');
}
