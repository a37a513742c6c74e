import type { Result } from '#src/contract/index.ts';
import type { Loaded } from './view.ts';

/** What a page does when the call that makes it brought nothing (spec 8). */
export function unanswered(result: Result<unknown>): Exclude<Loaded<never>, { status: 'ok' | 'moved' }> {
  if (result.status === 404 || result.status === 410) return { status: 'missing' };
  const [first] = result.errors;
  return { status: 'failed', httpStatus: result.status, message: result.desc ?? first?.message ?? 'Has Error' };
}

/** 308 to the one spelling of the address. */
export const moved = (to: string): Loaded<never> => ({ status: 'moved', to, permanent: true });
