import { atom } from 'nanostores';
import {
  type SignedInDevice,
  userChangePassword,
  userDelete,
  userEndSession,
  userExport,
  userSessions,
  userUpdate,
} from '#src/contract/calls/user.ts';
import type { Result } from '#src/contract/index.ts';
import { callUpstream } from '#src/shell/state/call-upstream.ts';
import { $userInfo } from '#src/shell/state/local-storage.ts';
import { forgetSession } from '#src/shell/state/session.ts';
import type { LoadState } from './account-lists.ts';

/** The devices on which the visitor is signed in. `absent`: the upstream does not provide this list. */
export interface Devices {
  readonly state: LoadState | 'absent';
  readonly items: readonly SignedInDevice[];
}

export const $devices = atom<Devices>({ state: 'idle', items: [] });

export async function loadDevices(): Promise<void> {
  $devices.set({ ...$devices.get(), state: 'loading' });
  // The list shows no error text, only a retry button, so the error is shown as a notification.
  const { success, data, errors } = await callUpstream(userSessions, {}, { notifies: true });
  const absent = errors.some(({ code }) => code === 'CALL_ABSENT');
  $devices.set({ state: success === 1 ? 'ready' : absent ? 'absent' : 'failed', items: data.items });
}

/**
 * Signs out another device. Without an id, signs out all other devices. @returns the error code; undefined on success
 */
export async function endDevice(id?: number): Promise<string | undefined> {
  const code = codeOf(await callUpstream(userEndSession, id === undefined ? {} : { session_id: id }));
  if (code === undefined) {
    const items = $devices.get().items.filter((device) => device.current || (id !== undefined && device.id !== id));
    $devices.set({ state: 'ready', items });
  }
  return code;
}

/** Changes the name of the account. @returns the error code; undefined on success */
export async function rename(name: string): Promise<string | undefined> {
  const result = await callUpstream(userUpdate, { name });
  if (result.data.user) $userInfo.set(result.data.user);
  return codeOf(result);
}

/** Changes the password of the account. @returns the error code; undefined on success */
export const changePassword = async (current: string, password: string): Promise<string | undefined> =>
  codeOf(await callUpstream(userChangePassword, { current, password }));

/** Requests all data stored about the visitor. @returns the text of a JSON file, or the error code */
export async function exportData(): Promise<{ readonly text: string } | { readonly code: string }> {
  const result = await callUpstream(userExport, {});
  const code = codeOf(result);
  return code === undefined ? { text: `${JSON.stringify(result.data.records, null, 2)}\n` } : { code };
}

/**
 * Deletes the account permanently, and deletes the session on this device.
 * @returns the error code; undefined on success
 */
export async function deleteAccount(secret: string): Promise<string | undefined> {
  const code = codeOf(await callUpstream(userDelete, { secret }));
  if (code === undefined) await forgetSession();
  return code;
}

const codeOf = ({ success, errors }: Result<unknown>) => (success === 1 ? undefined : (errors[0]?.code ?? 'UNKNOWN'));
