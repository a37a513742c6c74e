import type { Session } from '#src/contract/entities/visitor.ts';
import type { CallContext } from '../http/context.ts';
import { ApiFault, found } from '../http/fault.ts';
import { userById } from '../store/visitors/accounts.ts';
import { addSession } from '../store/visitors/sessions.ts';

/** A new session of the visitor. */
export function signIn({ store, now }: CallContext, user: number): Session {
  const session = addSession(store.visitors, user, now());
  return { ...session, user: found(userById(store.visitors, user), 'visitor') };
}

/** @throws ApiFault RATE_LIMITED where there is time to wait */
export function waitIf(seconds: number): void {
  if (seconds === 0) return;
  const wait = `Too many attempts. Please try again in ${Math.ceil(seconds / 60)} min.`;
  throw new ApiFault('RATE_LIMITED', wait, { 'retry-after': String(seconds) });
}
