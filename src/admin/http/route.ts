import type { Readable } from 'node:stream';
import type { StaffAccount } from '#src/api/store/visitors/staff.ts';
import type { Act } from '../access/roles.ts';
import type { AdminContext } from '../context.ts';
import { AdminError } from './error.ts';
import type { Reached } from './origin.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** A request whose act its sender may do. */
export interface AdminRequest {
  readonly params: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, unknown>>;
  readonly body: unknown;
  /** Network of the sender, for limits. */
  readonly address: string;
  readonly reached: Reached;
  /** Token of the session, or ''. */
  readonly token: string;
  /** Who sent it; undefined where nobody has to be signed in. */
  readonly staff: StaffAccount | undefined;
  readonly admin: AdminContext;
}

export interface AdminAnswer {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** JSON; undefined for none. */
  readonly body?: unknown;
  /** Sent instead of a body, with the content-type of the headers. */
  readonly stream?: Readable;
}

/** One method of one address below `/api`. */
export interface Route {
  readonly method: Method;
  readonly path: string;
  /** Its row in the table of rights. */
  readonly act: Act;
  /** @throws AdminError for an error that the caller is told */
  run(request: AdminRequest): AdminAnswer | Promise<AdminAnswer>;
}

/** Who sent the request. @throws AdminError signed_out */
export function staffOf({ staff }: AdminRequest): StaffAccount {
  if (!staff) throw new AdminError('signed_out', 'Please sign in.');
  return staff;
}
