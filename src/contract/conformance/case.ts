import { isMissing } from '../client/missing-calls.ts';
import { readResponse } from '../client/response.ts';
import type { AnyCall, ApiErrorCode, Data, Params } from '../index.ts';
import type { Page } from '../paging.ts';
import { checkEmptySection, checkEtag, checkLang, checkParamsPlace } from './check-http.ts';
import { checkCursor, checkDefaultPage, checkPaging, type ListIn } from './check-list.ts';
import type { ProbeResponse } from './probe-client.ts';
import { checkError, checkSuccess } from './problems.ts';
import type { CallReport, Problem, TestRun } from './types.ts';

/** How the conformance suite checks a call. */
export type CallCase<C extends AnyCall> = Basics<C> & (OwnChecks<C> | { readonly [K in keyof OwnChecks<C>]?: never });

interface Basics<C extends AnyCall> {
  /** Returns the parameters of a successful request; undefined if the upstream has no records to use as parameters. */
  readonly params: (run: TestRun) => Params<C> | undefined;
  /** The kind of record that `params` needs from the upstream's lists, for messages. */
  readonly needs?: string;
  /** The paged list in the data, if the call returns one. */
  readonly list?: { pageOf(data: Data<C>): Page<unknown>; keyOf?(item: never): unknown };
  /** Whether the list may return a cursor for changes. */
  readonly changes?: boolean;
  /** Parameters with ids or names that do not exist. */
  readonly missing?: readonly Params<C>[];
  /** Parameters that violate the contract. */
  readonly invalid?: readonly Readonly<Record<string, unknown>>[];
  /** Returns a note to report instead of a problem if a record named on the command line does not exist. */
  readonly noteNotFound?: (run: TestRun) => string;
}

/** Further checks of the data. */
interface OwnChecks<C extends AnyCall> {
  /** What `checkData` requires, in Markdown, for the OpenAPI document. */
  readonly demands: readonly string[];
  readonly checkData: (data: Data<C>, run: TestRun, response: ProbeResponse) => Promise<Problem[]> | Problem[];
}

/** A call with its check. */
export interface ContractCase {
  readonly call: AnyCall;
  /** What is checked in addition to the rules that follow from the call's definition. */
  readonly demands?: readonly string[];
  check(run: TestRun): Promise<CallReport>;
}

export function defineCase<C extends AnyCall>(call: C, callCase: CallCase<C>): ContractCase {
  return { call, demands: callCase.demands ?? [], check: (run) => check(call, callCase, run) };
}

export function reportOf(call: AnyCall, problems: readonly Problem[], notes: readonly string[] = []): CallReport {
  const { name, method, required } = call;
  return { name, method, required, state: problems.length > 0 ? 'failed' : 'passed', problems, notes };
}

export const absent = (call: AnyCall): CallReport => ({ ...reportOf(call, []), state: 'absent' });

/** Whether the response means that the upstream lacks the call. */
export const lacks = (call: AnyCall, response: ProbeResponse) => isMissing(call, readResponse(call, response));

async function check<C extends AnyCall>(call: C, callCase: CallCase<C>, run: TestRun): Promise<CallReport> {
  const params = callCase.params(run);
  const response = await run.client.send(call, params ?? {});
  if (lacks(call, response)) return absent(call);
  const errorProblems = await checkErrors(call, callCase, run);
  if (params === undefined) return unchecked(call, callCase, errorProblems);
  const result = readResponse(call, response);
  if (callCase.noteNotFound && result.errors.some(({ code }) => code === 'NOT_FOUND')) {
    return reportOf(call, errorProblems, [callCase.noteNotFound(run)]);
  }
  const problems = [...checkSuccess(call, response), ...errorProblems];
  if (result.success === 0) return reportOf(call, problems);
  problems.push(...(await checkHttp(call, params, run, response)));
  problems.push(...(await checkList(call, callCase, params, run, response, result.data)));
  problems.push(...((await callCase.checkData?.(result.data, run, response)) ?? []));
  return reportOf(call, problems);
}

/**
 * Reports a call without usable parameters. A required call then fails, because a check that did not happen must not
 * look like a success.
 */
function unchecked<C extends AnyCall>(
  call: C,
  { needs = 'content' }: CallCase<C>,
  errorProblems: Problem[],
): CallReport {
  const note = `data not checked: the upstream's lists have no ${needs}`;
  const where = `${call.method} ${call.path}`;
  const fix = 'Check a section that has one (--section N), or fix the lists that should contain it.';
  return call.required
    ? reportOf(call, [...errorProblems, { where, what: note, fix }])
    : reportOf(call, errorProblems, [note]);
}

async function checkHttp(
  call: AnyCall,
  params: Params<AnyCall>,
  run: TestRun,
  response: ProbeResponse,
): Promise<Problem[]> {
  const problems = await checkLang(run, call, params, response);
  if (call.method === 'GET') problems.push(...(await checkEtag(run, call, params, response)));
  else problems.push(...(await checkParamsPlace(run, call, params, response)));
  if (Object.keys(params).length === 0) problems.push(...(await checkEmptySection(run, call, params)));
  return problems;
}

async function checkList<C extends AnyCall>(
  call: C,
  { list, changes }: CallCase<C>,
  params: Params<C>,
  run: TestRun,
  response: ProbeResponse,
  data: Data<C>,
): Promise<Problem[]> {
  if (!list) return [];
  const keyOf = list.keyOf ?? ((item: { id: number }) => item.id);
  const listIn: ListIn = { call, params, pageOf: list.pageOf, keyOf };
  const first = list.pageOf(data);
  return [
    ...checkDefaultPage(response, first),
    ...(await checkPaging(run, listIn, first)),
    ...(changes ? await checkCursor(run, listIn, first) : []),
  ];
}

const GONE = ['GONE', 'UNAVAILABLE_FOR_LEGAL_REASONS'] as const;

async function checkErrors<C extends AnyCall>(
  call: C,
  { missing = [], invalid = [] }: CallCase<C>,
  run: TestRun,
): Promise<Problem[]> {
  const goneCodes: ApiErrorCode[] = ['NOT_FOUND', ...GONE.filter((code) => call.errors.includes(code))];
  const problems: Problem[] = [];
  for (const params of missing) {
    problems.push(...checkError(await run.client.send(call, params), goneCodes, 'an unknown id'));
  }
  for (const params of invalid) {
    const response = await run.client.send(call, params);
    problems.push(...checkError(response, ['BAD_REQUEST'], `${JSON.stringify(params)}`));
  }
  return problems;
}

/** A request that every conforming upstream rejects, without changing anything. */
export interface ErrorCase {
  readonly params: Readonly<Record<string, unknown>>;
  readonly codes: readonly ApiErrorCode[];
  readonly why: string;
}

export const ANONYMOUS: ErrorCase = { params: {}, codes: ['UNAUTHORIZED'], why: 'a call without a token' };
export const EMPTY: ErrorCase = { params: {}, codes: ['BAD_REQUEST'], why: 'a call without parameters' };

/**
 * Creates a case that checks only errors.
 * @param why the reason why a successful response cannot be checked
 */
export function errorsOnly(call: AnyCall, why: string, errors: readonly ErrorCase[]): ContractCase {
  return {
    call,
    async check({ client, visitor: { deviceUuid } }) {
      const problems = [];
      for (const error of errors) {
        const response = await client.send(call, error.params, { deviceUuid });
        if (lacks(call, response)) return absent(call);
        problems.push(...checkError(response, error.codes, error.why));
      }
      return reportOf(call, problems, [`success not checked: ${why}`]);
    },
  };
}
