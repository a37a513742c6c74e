import { atom } from 'nanostores';
import {
  type SignedInDevice,
  userChangePassword,
  userDelete,
  userEndSession,
  userSessions,
  userUpdate,
} from '#src/contract/calls/user.ts';
import type { Result } from '#src/contract/index.ts';
import type { LoadState } from './account-lists.ts';
import { callUpstream } from './call-upstream.ts';
import { $userInfo } from './local-storage.ts';
import { forgetSession } from './session.ts';

/** Where the visitor is signed in. `absent`: the upstream does not tell. */
export interface Devices {
  readonly state: LoadState | 'absent';
  readonly items: readonly SignedInDevice[];
}

export const $devices = atom<Devices>({ state: 'idle', items: [] });

export async function loadDevices(): Promise<void> {
  $devices.set({ ...$devices.get(), state: 'loading' });
  // The place has a button to try again and no words.
  const { success, data, errors } = await callUpstream(userSessions, {}, { notifies: true });
  const absent = errors.some(({ code }) => code === 'CALL_ABSENT');
  $devices.set({ state: success === 1 ? 'ready' : absent ? 'absent' : 'failed', items: data.items });
}

/** Signs out on another device, or on all others. @returns the code of what went wrong */
export async function endDevice(id?: number): Promise<string | undefined> {
  const code = codeOf(await callUpstream(userEndSession, id === undefined ? {} : { session_id: id }));
  if (code === undefined) {
    const items = $devices.get().items.filter((device) => device.current || (id !== undefined && device.id !== id));
    $devices.set({ state: 'ready', items });
  }
  return code;
}

/** @returns the code of what went wrong */
export async function rename(name: string): Promise<string | undefined> {
  const result = await callUpstream(userUpdate, { name });
  if (result.data.user) $userInfo.set(result.data.user);
  return codeOf(result);
}

/** @returns the code of what went wrong */
export const changePassword = async (current: string, password: string): Promise<string | undefined> =>
  codeOf(await callUpstream(userChangePassword, { current, password }));

/** Deletes the account for good; the device forgets its session. @returns the code of what went wrong */
export async function deleteAccount(secret: string): Promise<string | undefined> {
  const code = codeOf(await callUpstream(userDelete, { secret }));
  if (code === undefined) await forgetSession();
  return code;
}

const codeOf = ({ success, errors }: Result<unknown>) => (success === 1 ? undefined : (errors[0]?.code ?? 'UNKNOWN'));
