/** react-admin's action names and the corresponding names in the API's rights. */
const ACTS: Readonly<Record<string, string>> = { list: 'read', show: 'read', edit: 'change' };

/** @param acts the rights of the session's role (`SessionAnswer`) */
export const mayDo = (acts: readonly string[], resource: string, action: string): boolean =>
  acts.includes(`${resource}.${ACTS[action] ?? action}`);
