import { atom } from 'nanostores';
import { authOptions } from '#src/contract/calls/auth.ts';
import type { Data } from '#src/contract/index.ts';
import { callUpstream } from '#src/shell/state/call-upstream.ts';

/** Ways to sign in besides email and password; none until the upstream has answered. */
export const $signInOptions = atom<Data<typeof authOptions>>(authOptions.empty);

/** Statuses by which a server without the contract's envelope reports that it lacks the call; 429 and 502 do not. */
const NO_CALL: readonly (number | undefined)[] = [404, 405, 410, 501];

let request: Promise<boolean> | undefined;

/** Requests the options once. @returns false if the upstream lacks this call and the calls introduced with it */
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
