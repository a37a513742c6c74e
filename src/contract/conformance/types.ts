import type { Fixtures } from './fixtures.ts';
import type { ProbeClient } from './probe-client.ts';

/** A violation of the contract. */
export interface Problem {
  /** The request: method and path with its query. */
  readonly where: string;
  readonly what: string;
  /** What to change in the upstream. */
  readonly fix: string;
}

/** The outcome of checking a call. Only optional calls can be `absent`. */
export interface CallReport {
  readonly name: string;
  readonly method: 'GET' | 'POST';
  readonly required: boolean;
  readonly state: 'passed' | 'failed' | 'absent';
  readonly problems: readonly Problem[];
  /** What could not be checked, and why. */
  readonly notes: readonly string[];
}

/** A run of the conformance suite. */
export interface TestRun {
  readonly client: ProbeClient;
  /** Existing records of the upstream, found in its lists. */
  readonly fixtures: Fixtures;
  /** Whether to make calls that change data, such as registering an account or counting a visit as help. */
  readonly write: boolean;
  /** Value of `lang` in every request. */
  readonly lang: string;
  readonly visitor: Visitor;
}

/** The device of this run, and the email address of the account that a run with `--write` registers. */
export interface Visitor {
  readonly deviceUuid: string;
  readonly email: string;
  /** Token of the account; undefined until the account is registered. */
  token?: string;
  /** Token of the link that the visitor shared; undefined until then. */
  shared?: string;
}
