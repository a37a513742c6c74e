import type { AnyCall, Params } from '#src/contract/index.ts';
import { stableJson } from '#src/lib/stable-json.ts';
import type { ProbeResponse } from './probe-client.ts';
import { checkSuccess, problemOf, problemUnless } from './problems.ts';
import type { Problem, TestRun } from './types.ts';

/** A section that nobody has. */
const UNKNOWN_SECTION = 999_999;

/** Every GET has an ETag, and one who knows it gets 304 without a body. */
export async function checkEtag(
  run: TestRun,
  call: AnyCall,
  params: Params<AnyCall>,
  first: ProbeResponse,
): Promise<Problem[]> {
  if (first.etag === undefined) {
    return [problemOf(first, 'has no ETag', 'Send an ETag made of the body, the same for the same body.')];
  }
  const again = await run.client.send(call, params, { ifNoneMatch: first.etag });
  const fix = 'Answer If-None-Match with the current ETag by 304 and no body.';
  return [
    ...problemUnless(
      again.status === 304,
      again,
      `If-None-Match ${first.etag} is answered by ${again.status}, not by 304`,
      fix,
    ),
    ...problemUnless(again.status !== 304 || again.body === '', again, 'the 304 has a body', fix),
  ];
}

/** `lang` is compared without case. */
export async function checkLang(
  run: TestRun,
  call: AnyCall,
  params: Params<AnyCall>,
  first: ProbeResponse,
): Promise<Problem[]> {
  const response = await run.client.send(call, params, { lang: run.lang.toUpperCase() });
  const fix = 'Compare lang without case.';
  return problemUnless(sameData(response, first), response, 'lang in capitals gives another answer', fix);
}

/** A POST's section and lang count in its body and in its query alike. */
export async function checkParamsPlace(
  run: TestRun,
  call: AnyCall,
  params: Params<AnyCall>,
  first: ProbeResponse,
): Promise<Problem[]> {
  const ask = (section: number | undefined, inQuery: boolean) =>
    run.client.send(call, params, section === undefined ? { inQuery } : { inQuery, section });
  const inQuery = await ask(undefined, true);
  const [elsewhere, elsewhereInQuery] = [await ask(UNKNOWN_SECTION, false), await ask(UNKNOWN_SECTION, true)];
  const fix = 'Read section and lang from the JSON body and from the query.';
  const what = 'section and lang in the query give another answer than in the body';
  return [
    ...problemUnless(sameData(inQuery, first), inQuery, what, fix),
    ...problemUnless(sameData(elsewhere, elsewhereInQuery), elsewhereInQuery, what, fix),
  ];
}

/** A section without content answers, with nothing in it. */
export async function checkEmptySection(run: TestRun, call: AnyCall, params: Params<AnyCall>): Promise<Problem[]> {
  return checkSuccess(call, await run.client.send(call, params, { section: UNKNOWN_SECTION }));
}

const sameData = (a: ProbeResponse, b: ProbeResponse) =>
  a.status === b.status && stableJson(a.json) === stableJson(b.json);
