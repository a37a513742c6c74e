import type { Readable } from 'node:stream';
import type { StaffAccount } from '#src/api/store/visitors/staff.ts';
import type { Act } from '../access/roles.ts';
import type { AdminContext, SaveHow } from '../context.ts';
import { AdminError } from './error.ts';
import type { AdminUrl } from './origin.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** A request whose sender may perform the route's act. */
export interface AdminRequest {
  readonly params: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, unknown>>;
  readonly body: unknown;
  /** Length of the body according to its header. */
  readonly length: number | undefined;
  /** Network of the sender, for rate limits. */
  readonly address: string;
  readonly adminUrl: AdminUrl;
  /** Session token, or ''. */
  readonly token: string;
  /** The sender; undefined for a signed-out sender, on routes that need no account. */
  readonly staff: StaffAccount | undefined;
  readonly admin: AdminContext;
}

export interface AdminAnswer {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent as JSON. Without a body, the status is 204. */
  readonly body?: unknown;
  /** Sent instead of a body, with the content type in `headers`. */
  readonly stream?: Readable;
}

/** A route: one method at one address below `/api`. */
export interface Route {
  readonly method: Method;
  readonly path: string;
  /** Key in `RIGHTS`. */
  readonly act: Act;
  /** `bytes`: the body may have any type and length, and is received as a stream. Default: JSON, or a picture. */
  readonly takes?: 'bytes';
  /** @throws AdminError for errors that are sent to the caller */
  run(request: AdminRequest): AdminAnswer | Promise<AdminAnswer>;
}

/** Returns the request with writes that record how they were made. */
export const savingAs = (how: SaveHow, request: AdminRequest): AdminRequest => ({
  ...request,
  admin: { ...request.admin, write: (staff, work) => request.admin.write(staff, work, how) },
});

/** The sender of the request. @throws AdminError signed_out */
export function staffOf({ staff }: AdminRequest): StaffAccount {
  if (!staff) throw new AdminError('signed_out', 'Please sign in.');
  return staff;
}
