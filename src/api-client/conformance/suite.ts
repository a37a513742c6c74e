import { CALLS } from '#src/contract/index.ts';
import type { Locale } from '#src/contract/locales.ts';
import { EXIT, LecternError } from '#src/lib/errors.ts';
import { TIMEOUT_MS } from '../limits.ts';
import type { Transport } from '../types.ts';
import { createAsker } from './asker.ts';
import type { Plan } from './recipe.ts';
import { OPTIONAL_PLANS } from './recipes-optional.ts';
import { REQUIRED_PLANS } from './recipes-required.ts';
import { findSubjects } from './subjects.ts';
import type { CallReport, Visitor } from './types.ts';

export const PLANS: readonly Plan[] = [...REQUIRED_PLANS, ...OPTIONAL_PLANS];

export interface SuiteOptions {
  /** The part of the upstream's address before `/v1/`. */
  readonly prefix: string;
  readonly locale: Locale;
  /** Id of a help event there. */
  readonly event?: number;
  readonly write?: boolean;
  /** Names of the calls to judge; all without it. */
  readonly only?: readonly string[] | undefined;
  readonly timeoutMs?: number;
}

/** What stands in the way of judging an upstream at all: exit code 3. */
class UnreachableError extends LecternError {
  constructor(message: string) {
    super('UPSTREAM', message, { exitCode: EXIT.upstream });
  }
}

/**
 * Judges an upstream by the contract, one call after another.
 * @throws LecternError with exit code 3 where nothing answers at all
 */
export async function runSuite(send: Transport, options: SuiteOptions): Promise<CallReport[]> {
  const { prefix, locale, event = 1, write = false, only, timeoutMs = TIMEOUT_MS } = options;
  const asker = createAsker(send, { prefix, locale, timeoutMs });
  const first = CALLS[0];
  const hello = first && (await asker.ask(first, {}));
  if (hello?.problem !== undefined) throw new UnreachableError(`The upstream cannot be reached: ${hello.problem}`);
  const found = await findSubjects(asker, event);
  const run = { asker, write, found, lang: locale.lang, visitor: newVisitor() };
  const reports: CallReport[] = [];
  for (const { call, judge } of PLANS) {
    if (only && !only.includes(call.name)) continue;
    reports.push(await judge(run));
  }
  return reports;
}

function newVisitor(): Visitor {
  const deviceUuid = crypto.randomUUID();
  return { deviceUuid, email: `contract-${deviceUuid}@contract.invalid` };
}
