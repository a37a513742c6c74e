import * as v from 'valibot';
import { withStorableTexts } from '#src/lib/storable-text.ts';
import { type ClientErrorCode, ErrorBody, ErrorDetail, type LeftOut } from '../envelope.ts';
import type { AnyCall, Data, Result } from '../index.ts';
import type { UpstreamError } from './error.ts';
import { idOfItem, placeOfItem, readPartially } from './partial-data.ts';
import type { HttpResponse } from './types.ts';

const Success = v.object({ success: v.literal(1), data: v.unknown(), errors: v.array(ErrorDetail) });

/**
 * Whether list items that violate the contract are omitted and listed in `leftOut`.
 *
 * - `none`: a single invalid item fails the call
 * - `some`: the call fails only if all items of a list with several items are invalid
 * - `any`: the call never fails because of list items, and the caller limits how many may be invalid
 */
export type Tolerance = 'none' | 'some' | 'any';

/** Returns the validated data of a response without unknown fields, or the call's empty data and the errors. */
export function readResponse<C extends AnyCall>(
  call: C,
  response: HttpResponse,
  tolerance: Tolerance = 'none',
): Result<Data<C>> {
  const result = resultOf(call, response, tolerance);
  const { retryAfterMs } = response;
  return result.success === 1 || retryAfterMs === undefined ? result : { ...result, retryAfterMs };
}

function resultOf<C extends AnyCall>(call: C, response: HttpResponse, tolerance: Tolerance): Result<Data<C>> {
  const { status } = response;
  const json = parseJson(response.body);
  const error = v.safeParse(ErrorBody, json);
  if (error.success) {
    const { errors, desc } = error.output;
    return failed(
      call,
      status,
      errors.length > 0 ? errors : [errorOf(call, 'CLIENT_STATUS', statusProblem(status))],
      desc,
    );
  }
  if (status < 200 || status >= 300)
    return failed(call, status, [errorOf(call, 'CLIENT_STATUS', statusProblem(status))]);
  if (json === undefined) return failed(call, status, [errorOf(call, 'CLIENT_GARBLED', 'the response is not JSON')]);
  const body = readBody(call, json);
  const partial =
    'problem' in body && tolerance !== 'none' ? readValidItems(call, json, { status, tolerance }) : undefined;
  if (partial) return partial;
  if ('problem' in body) return failed(call, status, [errorOf(call, body.code, body.problem)]);
  return { success: 1, data: body.data, errors: [], status };
}

interface Violation {
  readonly code: ClientErrorCode;
  /** An error that names the field. */
  readonly problem: string;
}

/** Returns the validated data in the body of a successful response, or its violation of the contract. */
export function readBody<C extends AnyCall>(call: C, json: unknown): { data: Data<C> } | Violation {
  const envelope = v.safeParse(Success, json, { abortEarly: true });
  if (!envelope.success) return violation(envelope.issues[0], '');
  const data = v.safeParse(call.data, envelope.output.data, { abortEarly: true });
  return data.success ? { data: data.output } : violation(data.issues[0], 'data');
}

/**
 * Returns the result without invalid list items; undefined if another part of the response violates the contract too.
 */
function readValidItems<C extends AnyCall>(
  call: C,
  json: unknown,
  { status, tolerance }: { readonly status: number; readonly tolerance: Tolerance },
): Result<Data<C>> | undefined {
  const envelope = v.safeParse(Success, json);
  const partial = envelope.success ? readPartially(call.data, envelope.output.data, tolerance === 'any') : undefined;
  if (!partial) return undefined;
  return { success: 1, data: partial.data, errors: [], status, leftOut: partial.issues.map(describeItem) };
}

function describeItem(issue: v.BaseIssue<unknown>): LeftOut {
  const id = idOfItem(issue);
  return {
    ...placeOfItem(issue),
    id: Number.isSafeInteger(id) && Number(id) > 0 ? Number(id) : undefined,
    problem: describe(issue, 'data') + (id === undefined ? '' : ` (id ${shorten(String(id))})`),
  };
}

const violation = (issue: v.BaseIssue<unknown>, root: string): Violation => ({
  code: isLimit(issue) ? 'CLIENT_TOO_LARGE' : 'CLIENT_CONTRACT',
  problem: describe(issue, root),
});

/** Whether an issue means that a limit was exceeded. In schemas of responses, only limits have these types. */
const isLimit = ({ type }: v.BaseIssue<unknown>) => type === 'max_length' || type === 'check';

/** Creates the result of a failed call (docs/product.md, section 8). */
export function failed<C extends AnyCall>(
  call: C,
  status: number,
  errors: readonly ErrorDetail[],
  desc?: string,
): Result<Data<C>> {
  return { success: 0, data: call.empty, errors, status, ...(desc === undefined ? {} : { desc }) };
}

/** Creates the result of a call that got no response. */
export function errorResult<C extends AnyCall>(call: C, { code, message }: UpstreamError): Result<Data<C>> {
  return failed(call, 0, [{ code, message }]);
}

/** Matches escapes of NUL and surrogates. In JSON sent as UTF-8, NUL and unpaired surrogates can only be escapes. */
const UNSTORABLE_ESCAPE = /\\u(?:0000|d[89a-f])/i;

/** Parses JSON and makes its strings storable. @returns undefined if the text is not JSON */
export function parseJson(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text);
    return UNSTORABLE_ESCAPE.test(text) ? withStorableTexts(value) : value;
  } catch {
    return undefined;
  }
}

const errorOf = (call: AnyCall, code: ClientErrorCode, problem: string) => ({
  code,
  message: `${call.name}: ${problem}`,
});

function statusProblem(status: number): string {
  if (status >= 300 && status < 400) return `the upstream answered ${status}, and redirects are not followed`;
  return `the upstream answered ${status}`;
}

function describe(issue: v.BaseIssue<unknown>, root: string): string {
  const field = [root, v.getDotPath(issue)].filter(Boolean).join('.') || 'the response';
  if (issue.received === 'undefined' && issue.expected !== null) return `${field} is missing`;
  if (issue.message.startsWith('has more than ')) return `${field} ${issue.message}`;
  const verb = issue.type.endsWith('_length') ? 'has length' : 'is';
  return `${field} ${verb} ${shorten(issue.received)}, expected ${expectationOf(issue)}`;
}

/** Returns what a field must be: the message of a regular expression if it has one, or else what valibot expected. */
function expectationOf({ type, expected, message }: v.BaseIssue<unknown>): string {
  if (type === 'regex' && !message.startsWith('Invalid')) return message;
  return expected ?? type;
}

const shorten = (text: string) => (text.length > 80 ? `${text.slice(0, 80)}…` : text);
