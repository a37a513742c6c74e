import type { AnyCall, Params } from '#src/contract/index.ts';
import { stableJson } from '#src/lib/stable-json.ts';
import type { Asked } from './asker.ts';
import { answerFaults, expects, fault } from './faults.ts';
import type { Fault, Run } from './types.ts';

/** A section that nobody has. */
const UNKNOWN_SECTION = 999_999;

/** Every GET has an ETag, and one who knows it gets 304 without a body. */
export async function etagFaults(run: Run, call: AnyCall, params: Params<AnyCall>, first: Asked): Promise<Fault[]> {
  if (first.etag === undefined) {
    return [fault(first, 'has no ETag', 'Send an ETag made of the body, the same for the same body.')];
  }
  const again = await run.asker.ask(call, params, { ifNoneMatch: first.etag });
  const mend = 'Answer If-None-Match with the current ETag by 304 and no body.';
  return [
    ...expects(
      again.status === 304,
      again,
      `If-None-Match ${first.etag} is answered by ${again.status}, not by 304`,
      mend,
    ),
    ...expects(again.status !== 304 || again.body === '', again, 'the 304 has a body', mend),
  ];
}

/** `lang` is compared without case. */
export async function langFaults(run: Run, call: AnyCall, params: Params<AnyCall>, first: Asked): Promise<Fault[]> {
  const asked = await run.asker.ask(call, params, { lang: run.lang.toUpperCase() });
  const mend = 'Compare lang without case.';
  return expects(sameData(asked, first), asked, 'lang in capitals gives another answer', mend);
}

/** A POST's section and lang count in its body and in its query alike. */
export async function placeFaults(run: Run, call: AnyCall, params: Params<AnyCall>, first: Asked): Promise<Fault[]> {
  const ask = (section: number | undefined, inQuery: boolean) =>
    run.asker.ask(call, params, section === undefined ? { inQuery } : { inQuery, section });
  const inQuery = await ask(undefined, true);
  const [elsewhere, elsewhereInQuery] = [await ask(UNKNOWN_SECTION, false), await ask(UNKNOWN_SECTION, true)];
  const mend = 'Read section and lang from the JSON body and from the query.';
  const what = 'section and lang in the query give another answer than in the body';
  return [
    ...expects(sameData(inQuery, first), inQuery, what, mend),
    ...expects(sameData(elsewhere, elsewhereInQuery), elsewhereInQuery, what, mend),
  ];
}

/** A section without content answers, with nothing in it. */
export async function sectionFaults(run: Run, call: AnyCall, params: Params<AnyCall>): Promise<Fault[]> {
  return answerFaults(call, await run.asker.ask(call, params, { section: UNKNOWN_SECTION }));
}

const sameData = (a: Asked, b: Asked) => a.status === b.status && stableJson(a.json) === stableJson(b.json);
