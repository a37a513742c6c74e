import type { Result } from '#src/contract/index.ts';
import type { Loaded } from './view.ts';

/** A page that cannot be made of what the upstream said. */
export type Unanswered = Extract<Loaded<never>, { status: 'missing' | 'failed' }>;

/** What a page does when a call that it cannot be made without brought nothing to show (spec 8). */
export function unanswered(result: Result<unknown>): Unanswered {
  if (result.success || result.status === 404 || result.status === 410) return { status: 'missing' };
  const [first] = result.errors;
  return { status: 'failed', httpStatus: result.status, message: result.desc ?? first?.message ?? 'Has Error' };
}

/** 308 to the one spelling of the address. */
export const moved = (to: string): Loaded<never> => ({ status: 'moved', to, permanent: true });
