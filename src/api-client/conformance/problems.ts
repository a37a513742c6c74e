import * as v from 'valibot';
import { type AnyCall, API_ERRORS, type ApiErrorCode, ErrorBody } from '#src/contract/index.ts';
import { readBody } from '../response.ts';
import type { ProbeResponse } from './probe-client.ts';
import type { Problem } from './types.ts';

export const problemOf = ({ where }: Pick<ProbeResponse, 'where'>, what: string, fix: string): Problem => ({
  where,
  what,
  fix,
});

/** No problem where `holds` is true, else one. */
export function problemUnless(
  holds: boolean,
  response: Pick<ProbeResponse, 'where'>,
  what: string,
  fix: string,
): Problem[] {
  return holds ? [] : [problemOf(response, what, fix)];
}

/** Problems of a response that should be a success of this call. */
export function checkSuccess(call: AnyCall, response: ProbeResponse): Problem[] {
  const { status, json, problem } = response;
  if (problem !== undefined) return [problemOf(response, problem, 'Answer every call within the time limit.')];
  if (status !== 200)
    return [problemOf(response, `answers ${statusAndCodes(response)}, not 200`, 'Answer with the data.')];
  if (json === undefined)
    return [problemOf(response, 'the body is no JSON', 'Send the result as JSON, and nothing else.')];
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

/** Problems of a response that should be an error with one of these codes. */
export function checkError(response: ProbeResponse, codes: readonly ApiErrorCode[], why: string): Problem[] {
  const { status, json, problem } = response;
  if (problem !== undefined) return [problemOf(response, problem, 'Answer every call within the time limit.')];
  const body = v.safeParse(ErrorBody, json);
  const wanted = codes.map((code) => `${API_ERRORS[code]} ${code}`).join(' or ');
  const fix = `Answer ${wanted} with {"success":0,"data":…,"errors":[{"code":…,"message":…}]}.`;
  const right = body.success && codes.some((code) => status === API_ERRORS[code] && has(body.output, code));
  if (right) return checkContentType(response);
  const details = body.success || status < 400 ? '' : `: ${bodyProblem(body.issues[0])}`;
  return [problemOf(response, `${why} is answered by ${statusAndCodes(response)}, not by ${wanted}${details}`, fix)];
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
