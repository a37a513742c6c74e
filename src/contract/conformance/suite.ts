import { EXIT, LecternError } from '#src/lib/errors.ts';
import { TIMEOUT_MS } from '../client/limits.ts';
import type { Transport } from '../client/types.ts';
import { CALLS } from '../index.ts';
import type { Locale } from '../locales.ts';
import type { ContractCase } from './case.ts';
import { OPTIONAL_CASES } from './cases-optional.ts';
import { REQUIRED_CASES } from './cases-required.ts';
import { findFixtures } from './fixtures.ts';
import { createProbeClient } from './probe-client.ts';
import type { CallReport, Visitor } from './types.ts';

/** The cases of all calls of the contract. */
export const CASES: readonly ContractCase[] = [...REQUIRED_CASES, ...OPTIONAL_CASES];

export interface SuiteOptions {
  /** The part of the upstream's URL between the origin and `/v1/`. */
  readonly prefix: string;
  readonly locale: Locale;
  /** Id of an existing help event. */
  readonly event?: number;
  readonly write?: boolean;
  /** Names of the calls to check; default: all. */
  readonly only?: readonly string[] | undefined;
  readonly timeoutMs?: number;
}

/** Thrown if the upstream does not respond. The exit code is 3. */
class UnreachableError extends LecternError {
  constructor(message: string) {
    super('UPSTREAM', message, { exitCode: EXIT.upstream });
  }
}

/**
 * Checks whether an upstream conforms to the contract, one call at a time.
 * @throws LecternError with exit code 3 if the upstream does not respond
 */
export async function runSuite(send: Transport, options: SuiteOptions): Promise<CallReport[]> {
  const { prefix, locale, event = 1, write = false, only, timeoutMs = TIMEOUT_MS } = options;
  const client = createProbeClient(send, { prefix, locale, timeoutMs });
  const first = CALLS[0];
  const probe = first && (await client.send(first, {}));
  if (probe?.problem !== undefined) throw new UnreachableError(`The upstream cannot be reached: ${probe.problem}`);
  const fixtures = await findFixtures(client, event);
  const run = { client, write, fixtures, lang: locale.lang, visitor: newVisitor() };
  const reports: CallReport[] = [];
  for (const { call, check } of CASES) {
    if (only && !only.includes(call.name)) continue;
    reports.push(await check(run));
  }
  return reports;
}

function newVisitor(): Visitor {
  const deviceUuid = crypto.randomUUID();
  return { deviceUuid, email: `contract-${deviceUuid}@contract.invalid` };
}
