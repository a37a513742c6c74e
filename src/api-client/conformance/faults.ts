import * as v from 'valibot';
import { type AnyCall, API_ERRORS, type ApiErrorCode, Failure } from '#src/contract/index.ts';
import { readBody } from '../answer.ts';
import type { Asked } from './asker.ts';
import type { Fault } from './types.ts';

export const fault = ({ where }: Pick<Asked, 'where'>, what: string, mend: string): Fault => ({ where, what, mend });

/** Nothing where `holds`, else the fault. */
export function expects(holds: boolean, asked: Pick<Asked, 'where'>, what: string, mend: string): Fault[] {
  return holds ? [] : [fault(asked, what, mend)];
}

/** What is wrong with an answer that should be a success of this call. */
export function answerFaults(call: AnyCall, asked: Asked): Fault[] {
  const { status, json, problem } = asked;
  if (problem !== undefined) return [fault(asked, problem, 'Answer every call within the time limit.')];
  if (status !== 200) return [fault(asked, `answers ${statusAndCodes(asked)}, not 200`, 'Answer with the data.')];
  if (json === undefined) return [fault(asked, 'the body is no JSON', 'Send the result as JSON, and nothing else.')];
  const body = readBody(call, json);
  const broken = 'problem' in body ? body.problem : undefined;
  return [
    ...expects(broken === undefined, asked, broken ?? '', `The schema of ${call.name} is in docs/openapi.json.`),
    ...typeFaults(asked),
  ];
}

/** What is wrong with an answer that should be a refusal with one of these codes. */
export function refusalFaults(asked: Asked, codes: readonly ApiErrorCode[], why: string): Fault[] {
  const { status, json, problem } = asked;
  if (problem !== undefined) return [fault(asked, problem, 'Answer every call within the time limit.')];
  const body = v.safeParse(Failure, json);
  const wanted = codes.map((code) => `${API_ERRORS[code]} ${code}`).join(' or ');
  const mend = `Answer ${wanted} with {"success":0,"data":…,"errors":[{"code":…,"message":…}]}.`;
  const right = body.success && codes.some((code) => status === API_ERRORS[code] && has(body.output, code));
  if (right) return typeFaults(asked);
  const details = body.success || status < 400 ? '' : `: ${formProblem(body.issues[0])}`;
  return [fault(asked, `${why} is answered by ${statusAndCodes(asked)}, not by ${wanted}${details}`, mend)];
}

const has = ({ errors }: v.InferOutput<typeof Failure>, code: string) => errors.some((error) => error.code === code);

function formProblem(issue: v.BaseIssue<unknown>): string {
  return `${v.getDotPath(issue) ?? 'the body'} is ${issue.received}, expected ${issue.expected ?? issue.type}`;
}

function typeFaults(asked: Asked): Fault[] {
  const type = asked.contentType ?? 'none';
  const mend = 'Send content-type: application/json.';
  return expects(/^application\/json\b/i.test(type), asked, `the content type is ${type}`, mend);
}

function statusAndCodes({ status, json }: Asked): string {
  const body = v.safeParse(v.object({ errors: v.array(v.object({ code: v.string() })) }), json);
  const codes = body.success ? body.output.errors.map(({ code }) => code) : [];
  return [status, ...codes].join(' ');
}
