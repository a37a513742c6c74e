import { atom } from 'nanostores';
import { authOptions } from '#src/contract/calls/auth.ts';
import type { Data } from '#src/contract/index.ts';
import { callUpstream } from '#src/shell/state/call-upstream.ts';

/** Ways to sign in besides email and password; empty until the upstream has responded. */
export const $signInOptions = atom<Data<typeof authOptions>>(authOptions.empty);

/**
 * HTTP statuses by which an upstream without the contract's error format says that it lacks the call. Others, such as
 * 429 and 502, may be temporary.
 */
const NO_CALL: readonly (number | undefined)[] = [404, 405, 410, 501];

let request: Promise<boolean> | undefined;

/**
 * Requests the options, but only once per page.
 * @returns false if the upstream lacks this call and the calls introduced with it
 */
export function loadSignInOptions(): Promise<boolean> {
  request ??= callUpstream(authOptions, {}).then(({ success, data, errors, status }) => {
    const absent = errors.some(
      ({ code }) => code === 'CALL_ABSENT' || (code === 'CLIENT_STATUS' && NO_CALL.includes(status)),
    );
    if (success === 1) $signInOptions.set(data);
    else if (!absent) request = undefined;
    return !absent;
  });
  return request;
}
