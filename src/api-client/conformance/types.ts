import type { Asker } from './asker.ts';
import type { Subjects } from './subjects.ts';

/** Something an upstream does against the contract. */
export interface Fault {
  /** What was asked: method and path with its query. */
  readonly where: string;
  readonly what: string;
  /** What its owner can do about it. */
  readonly mend: string;
}

/** What was found out about one call. `absent` is only said of a call that is optional to an upstream. */
export interface CallReport {
  readonly name: string;
  readonly method: 'GET' | 'POST';
  readonly required: boolean;
  readonly state: 'passed' | 'failed' | 'absent';
  readonly faults: readonly Fault[];
  /** What could not be judged, and why. */
  readonly notes: readonly string[];
}

/** One run of the suite, as the rules see it. */
export interface Run {
  readonly asker: Asker;
  /** What the upstream holds, found by its own lists. */
  readonly found: Subjects;
  /** Calls that change something may be asked too: an account is made, a help is counted. */
  readonly write: boolean;
  /** Value of `lang` that everything is asked with. */
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
