import type { AnyCall, ApiErrorCode, Data, Params } from '#src/contract/index.ts';
import type { Page } from '#src/contract/paging.ts';
import { saysAbsent } from '../absence.ts';
import { readAnswer } from '../answer.ts';
import type { Asked } from './asker.ts';
import { answerFaults, refusalFaults } from './faults.ts';
import { cursorFaults, defaultFaults, type ListIn, pagingFaults } from './rules-list.ts';
import { etagFaults, langFaults, placeFaults, sectionFaults } from './rules-transfer.ts';
import type { CallReport, Fault, Run } from './types.ts';

/** How one call is judged. */
export interface Recipe<C extends AnyCall> {
  /** Parameters that bring data; undefined where the upstream shows nothing to ask about. */
  readonly params: (run: Run) => Params<C> | undefined;
  /** What `params` needs to find, in words. */
  readonly needs?: string;
  /** The paged list in its data. */
  readonly list?: { pageOf(data: Data<C>): Page<unknown>; keyOf?(item: never): unknown };
  /** Its list gives cursors, or may. */
  readonly changes?: boolean;
  /** Parameters of something that is not there. */
  readonly missing?: readonly Params<C>[];
  /** Parameters against the contract. */
  readonly bad?: readonly Readonly<Record<string, unknown>>[];
  /** Said instead of a fault where the thing asked about is not there: a person named it, and no list. */
  readonly unknown?: (run: Run) => string;
  /** What else its data has to be, and has to agree with. */
  readonly more?: (data: Data<C>, run: Run, asked: Asked) => Promise<Fault[]> | Fault[];
}

/** A call with everything that is asked of it. */
export interface Plan {
  readonly call: AnyCall;
  judge(run: Run): Promise<CallReport>;
}

export function plan<C extends AnyCall>(call: C, recipe: Recipe<C>): Plan {
  return { call, judge: (run) => judge(call, recipe, run) };
}

export function reportOf(call: AnyCall, faults: readonly Fault[], notes: readonly string[] = []): CallReport {
  const { name, method, required } = call;
  return { name, method, required, state: faults.length > 0 ? 'failed' : 'passed', faults, notes };
}

export const absent = (call: AnyCall): CallReport => ({ ...reportOf(call, []), state: 'absent' });

/** Whether the answer to a call says that the upstream lacks the call. */
export const lacks = (call: AnyCall, asked: Asked) => saysAbsent(call, readAnswer(call, asked));

async function judge<C extends AnyCall>(call: C, recipe: Recipe<C>, run: Run): Promise<CallReport> {
  const params = recipe.params(run);
  const asked = await run.asker.ask(call, params ?? {});
  if (lacks(call, asked)) return absent(call);
  const refusals = await refusalsOf(call, recipe, run);
  if (params === undefined) return unjudged(call, recipe, refusals);
  const result = readAnswer(call, asked);
  if (recipe.unknown && result.errors.some(({ code }) => code === 'NOT_FOUND')) {
    return reportOf(call, refusals, [recipe.unknown(run)]);
  }
  const faults = [...answerFaults(call, asked), ...refusals];
  if (result.success === 0) return reportOf(call, faults);
  faults.push(...(await transferFaults(call, params, run, asked)));
  faults.push(...(await listFaults(call, recipe, params, run, asked, result.data)));
  faults.push(...((await recipe.more?.(result.data, run, asked)) ?? []));
  return reportOf(call, faults);
}

/** A required call about which nothing could be asked has not been shown to work. */
function unjudged<C extends AnyCall>(call: C, { needs = 'content' }: Recipe<C>, refusals: Fault[]): CallReport {
  const note = `its data could not be judged: the upstream's lists show no ${needs}`;
  const where = `${call.method} ${call.path}`;
  const mend = `Judge a section that holds one (--section N), and mend the lists that should show it.`;
  return call.required ? reportOf(call, [...refusals, { where, what: note, mend }]) : reportOf(call, refusals, [note]);
}

async function transferFaults(call: AnyCall, params: Params<AnyCall>, run: Run, asked: Asked): Promise<Fault[]> {
  const faults = await langFaults(run, call, params, asked);
  if (call.method === 'GET') faults.push(...(await etagFaults(run, call, params, asked)));
  else faults.push(...(await placeFaults(run, call, params, asked)));
  if (Object.keys(params).length === 0) faults.push(...(await sectionFaults(run, call, params)));
  return faults;
}

async function listFaults<C extends AnyCall>(
  call: C,
  { list, changes }: Recipe<C>,
  params: Params<C>,
  run: Run,
  asked: Asked,
  data: Data<C>,
): Promise<Fault[]> {
  if (!list) return [];
  const keyOf = list.keyOf ?? ((item: { id: number }) => item.id);
  const listIn: ListIn = { call, params, pageOf: list.pageOf, keyOf };
  const first = list.pageOf(data);
  return [
    ...defaultFaults(asked, first),
    ...(await pagingFaults(run, listIn, first)),
    ...(changes ? await cursorFaults(run, listIn, first) : []),
  ];
}

async function refusalsOf<C extends AnyCall>(
  call: C,
  { missing = [], bad = [] }: Recipe<C>,
  run: Run,
): Promise<Fault[]> {
  const gone: ApiErrorCode[] = call.errors.includes('GONE') ? ['NOT_FOUND', 'GONE'] : ['NOT_FOUND'];
  const faults: Fault[] = [];
  for (const params of missing) {
    faults.push(...refusalFaults(await run.asker.ask(call, params), gone, 'what is not there'));
  }
  for (const params of bad) {
    const asked = await run.asker.ask(call, params);
    faults.push(...refusalFaults(asked, ['BAD_REQUEST'], `${JSON.stringify(params)}`));
  }
  return faults;
}
