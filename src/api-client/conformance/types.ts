import type { Fixtures } from './fixtures.ts';
import type { ProbeClient } from './probe-client.ts';

/** Something in which an upstream breaks the contract. */
export interface Problem {
  /** The request: method and path with its query. */
  readonly where: string;
  readonly what: string;
  /** What the upstream has to change. */
  readonly fix: string;
}

/** The outcome for one call. `absent` is for optional calls only. */
export interface CallReport {
  readonly name: string;
  readonly method: 'GET' | 'POST';
  readonly required: boolean;
  readonly state: 'passed' | 'failed' | 'absent';
  readonly problems: readonly Problem[];
  /** What could not be checked, and why. */
  readonly notes: readonly string[];
}

/** One run of the suite, as the checks see it. */
export interface TestRun {
  readonly client: ProbeClient;
  /** Things the upstream holds, found by its own lists. */
  readonly fixtures: Fixtures;
  /** Whether calls that change something are made too: an account is registered, a help is counted. */
  readonly write: boolean;
  /** Value of `lang` in every request. */
  readonly lang: string;
  readonly visitor: Visitor;
}

/** A device of this run, and the address of the account that it makes where it may write. */
export interface Visitor {
  readonly deviceUuid: string;
  readonly email: string;
  /** Once the account is made. */
  token?: string;
  /** Token of a link it shared, once it did. */
  shared?: string;
}
