/** sessionStorage, so that the id survives a reload. A duplicated tab starts with a copy of the original's id. */
const KEY = 'lectern-admin-tab';
const LOCK_PREFIX = 'lectern-admin-tab:';

/** How long a reloaded page waits for the lock of its predecessor, which the browser may release late. */
const MAX_WAIT_MS = 1000;

let claimed: Promise<string> | undefined;

/** Returns the id of this tab. No other open tab of this browser has the same id. */
export const tabId = (): Promise<string> => {
  claimed ??= claimId();
  return claimed;
};

/**
 * Returns the ids of all open tabs of this browser; empty if the browser does not allow locks, as on a page without
 * TLS.
 */
export async function openTabs(): Promise<ReadonlySet<string>> {
  const { held = [] } = (await navigator.locks?.query().catch(() => undefined)) ?? {};
  const names = held.map(({ name = '' }) => name).filter((name) => name.startsWith(LOCK_PREFIX));
  return new Set(names.map((name) => name.slice(LOCK_PREFIX.length)));
}

async function claimId(): Promise<string> {
  const former = stored();
  if (former !== null && (await lock(former))) return former;
  const id = Array.from(crypto.getRandomValues(new Uint8Array(8)), (byte) => byte.toString(16).padStart(2, '0')).join(
    '',
  );
  try {
    sessionStorage.setItem(KEY, id);
  } catch {
    // Without storage there are no drafts either.
  }
  await lock(id);
  return id;
}

function stored(): string | null {
  try {
    return sessionStorage.getItem(KEY);
  } catch {
    return null;
  }
}

/** Locks the id until the tab is closed. @returns whether no other tab has locked it */
function lock(id: string): Promise<boolean> {
  if (!navigator.locks) return Promise.resolve(true);
  return new Promise((resolve) => {
    const hold = () => {
      resolve(true);
      return new Promise<never>(() => {});
    };
    const options = { signal: AbortSignal.timeout(MAX_WAIT_MS) };
    navigator.locks.request(LOCK_PREFIX + id, options, hold).catch(() => resolve(false));
  });
}
