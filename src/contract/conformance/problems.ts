import * as v from 'valibot';
import { readBody } from '../client/response.ts';
import { type AnyCall, API_ERRORS, type ApiErrorCode, ErrorBody } from '../index.ts';
import type { ProbeResponse } from './probe-client.ts';
import type { Problem } from './types.ts';

export const problemOf = ({ where }: Pick<ProbeResponse, 'where'>, what: string, fix: string): Problem => ({
  where,
  what,
  fix,
});

/** Returns a problem unless `holds` is true. */
export function problemUnless(
  holds: boolean,
  response: Pick<ProbeResponse, 'where'>,
  what: string,
  fix: string,
): Problem[] {
  return holds ? [] : [problemOf(response, what, fix)];
}

/** Returns the problems of a response that should be a success. */
export function checkSuccess(call: AnyCall, response: ProbeResponse): Problem[] {
  const { status, json, problem } = response;
  if (problem !== undefined) return [problemOf(response, problem, 'Respond to every call within the time limit.')];
  if (status !== 200) return [problemOf(response, `answers ${statusAndCodes(response)}, not 200`, 'Return the data.')];
  if (json === undefined)
    return [problemOf(response, 'the body is not JSON', 'Send the result as JSON and nothing else.')];
  const body = readBody(call, json);
  const broken = 'problem' in body ? body.problem : undefined;
  return [
    ...problemUnless(
      broken === undefined,
      response,
      broken ?? '',
      `The schema of ${call.name} is in docs/openapi.json.`,
    ),
    ...checkContentType(response),
  ];
}

/** Returns the problems of a response that should be an error with one of these codes. */
export function checkError(response: ProbeResponse, codes: readonly ApiErrorCode[], why: string): Problem[] {
  const { status, json, problem } = response;
  if (problem !== undefined) return [problemOf(response, problem, 'Respond to every call within the time limit.')];
  const body = v.safeParse(ErrorBody, json);
  const expected = codes.map((code) => `${API_ERRORS[code]} ${code}`).join(' or ');
  const fix = `Answer ${expected} with {"success":0,"data":…,"errors":[{"code":…,"message":…}]}.`;
  const isExpected = body.success && codes.some((code) => status === API_ERRORS[code] && has(body.output, code));
  if (isExpected) return checkContentType(response);
  const details = body.success || status < 400 ? '' : `: ${bodyProblem(body.issues[0])}`;
  return [problemOf(response, `${why} is answered with ${statusAndCodes(response)}, not ${expected}${details}`, fix)];
}

const has = ({ errors }: v.InferOutput<typeof ErrorBody>, code: string) => errors.some((error) => error.code === code);

function bodyProblem(issue: v.BaseIssue<unknown>): string {
  return `${v.getDotPath(issue) ?? 'the body'} is ${issue.received}, expected ${issue.expected ?? issue.type}`;
}

function checkContentType(response: ProbeResponse): Problem[] {
  const type = response.contentType ?? 'none';
  const fix = 'Send content-type: application/json.';
  return problemUnless(/^application\/json\b/i.test(type), response, `the content type is ${type}`, fix);
}

function statusAndCodes({ status, json }: ProbeResponse): string {
  const body = v.safeParse(v.object({ errors: v.array(v.object({ code: v.string() })) }), json);
  const codes = body.success ? body.output.errors.map(({ code }) => code) : [];
  return [status, ...codes].join(' ');
}
