import { stableJson } from '#src/lib/stable-json.ts';
import type { AnyCall, Params } from '../index.ts';
import type { ProbeResponse } from './probe-client.ts';
import { checkSuccess, problemOf, problemUnless } from './problems.ts';
import type { Problem, TestRun } from './types.ts';

/** The number of a section that no upstream has. */
const UNKNOWN_SECTION = 999_999;

/** Checks that a GET returns an ETag, and that a request with this ETag gets 304 without a body. */
export async function checkEtag(
  run: TestRun,
  call: AnyCall,
  params: Params<AnyCall>,
  first: ProbeResponse,
): Promise<Problem[]> {
  if (first.etag === undefined) {
    return [problemOf(first, 'has no ETag', 'Send an ETag derived from the body.')];
  }
  const repeated = await run.client.send(call, params, { ifNoneMatch: first.etag });
  const fix = 'Answer a matching If-None-Match with 304 and no body.';
  return [
    ...problemUnless(
      repeated.status === 304,
      repeated,
      `If-None-Match ${first.etag} is answered with ${repeated.status}, not 304`,
      fix,
    ),
    ...problemUnless(repeated.status !== 304 || repeated.body === '', repeated, 'the 304 has a body', fix),
  ];
}

/** Checks that `lang` is case-insensitive. */
export async function checkLang(
  run: TestRun,
  call: AnyCall,
  params: Params<AnyCall>,
  first: ProbeResponse,
): Promise<Problem[]> {
  const response = await run.client.send(call, params, { lang: run.lang.toUpperCase() });
  const fix = 'Compare lang case-insensitively.';
  return problemUnless(sameData(response, first), response, 'lang in capitals changes the response', fix);
}

/** Checks that a POST accepts section and lang in its body and in its query. */
export async function checkParamsPlace(
  run: TestRun,
  call: AnyCall,
  params: Params<AnyCall>,
  first: ProbeResponse,
): Promise<Problem[]> {
  const send = (section: number | undefined, inQuery: boolean) =>
    run.client.send(call, params, section === undefined ? { inQuery } : { inQuery, section });
  const inQuery = await send(undefined, true);
  const [unknown, unknownInQuery] = [await send(UNKNOWN_SECTION, false), await send(UNKNOWN_SECTION, true)];
  const fix = 'Read section and lang from the JSON body and from the query.';
  const what = 'section and lang in the query give a different response than in the body';
  return [
    ...problemUnless(sameData(inQuery, first), inQuery, what, fix),
    ...problemUnless(sameData(unknown, unknownInQuery), unknownInQuery, what, fix),
  ];
}

/** Checks that a call succeeds for a section without content. */
export async function checkEmptySection(run: TestRun, call: AnyCall, params: Params<AnyCall>): Promise<Problem[]> {
  return checkSuccess(call, await run.client.send(call, params, { section: UNKNOWN_SECTION }));
}

const sameData = (a: ProbeResponse, b: ProbeResponse) =>
  a.status === b.status && stableJson(a.json) === stableJson(b.json);
