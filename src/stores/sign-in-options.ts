import { atom } from 'nanostores';
import { authOptions } from '#src/contract/calls/auth.ts';
import type { Data } from '#src/contract/index.ts';
import { callUpstream } from './call-upstream.ts';

/** Ways to sign in besides e-mail and password; none until the upstream has told. */
export const $signInOptions = atom<Data<typeof authOptions>>(authOptions.empty);

/** Statuses by which a server without the contract's envelope says that it has no such call; 429 or 502 say nothing of it. */
const NO_CALL: readonly (number | undefined)[] = [404, 405, 410, 501];

let asking: Promise<boolean> | undefined;

/** Asks once. @returns false where the upstream knows of no such ways, nor of all that came with them */
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
