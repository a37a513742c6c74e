import { atom } from 'nanostores';
import { authOptions } from '#src/contract/calls/auth.ts';
import type { Data } from '#src/contract/index.ts';
import { callUpstream } from '#src/shell/state/call-upstream.ts';

/** Ways to sign in besides email and password; none until the upstream has answered. */
export const $signInOptions = atom<Data<typeof authOptions>>(authOptions.empty);

/** Statuses that mean a server without the contract's envelope lacks the call; 429 or 502 do not. */
const NO_CALL: readonly (number | undefined)[] = [404, 405, 410, 501];

let asking: Promise<boolean> | undefined;

/** Requests them once. @returns false if the upstream lacks this call and the calls introduced with it */
export function loadSignInOptions(): Promise<boolean> {
  asking ??= callUpstream(authOptions, {}).then(({ success, data, errors, status }) => {
    const absent = errors.some(
      ({ code }) => code === 'CALL_ABSENT' || (code === 'CLIENT_STATUS' && NO_CALL.includes(status)),
    );
    if (success === 1) $signInOptions.set(data);
    else if (!absent) asking = undefined;
    return !absent;
  });
  return asking;
}
