/** Where books are kept for reading without a connection. */
export interface DownloadStorage {
  readonly caches: CacheStorage;
  /** Asks the site as a page would, for what is everybody's. */
  fetch(url: string, signal?: AbortSignal): Promise<Response>;
  /** Asks for a file with a hash in its name, past the worker, which would keep it once more. */
  file(url: string, signal: AbortSignal): Promise<Response>;
  /** Bytes used by the site and bytes it may use, about; undefined where the browser does not tell. */
  size(): Promise<{ readonly used: number; readonly room: number } | undefined>;
  /** Asks the browser not to clear it by itself. */
  persist(): void;
  wait(ms: number, signal: AbortSignal): Promise<void>;
}

/** Undefined in browsers that block site data: reading the property throws there. */
function readCaches(): CacheStorage | undefined {
  try {
    return globalThis.caches;
  } catch {
    return undefined;
  }
}

/** Undefined where pages cannot be served without a connection: blocked storage, plain http, some private windows. */
export function browserDownloadStorage(): DownloadStorage | undefined {
  const caches = readCaches();
  if (!caches || !navigator.serviceWorker) return undefined;
  return {
    caches,
    fetch: (url, signal) => fetch(url, { credentials: 'omit', ...(signal ? { signal } : {}) }),
    file: (url, signal) => fetch(url, { credentials: 'omit', cache: 'force-cache', signal }),
    async size() {
      const { usage, quota } = (await navigator.storage?.estimate?.()) ?? {};
      return usage === undefined || quota === undefined ? undefined : { used: usage, room: quota };
    },
    persist: () => void navigator.storage?.persist?.().catch(() => undefined),
    wait: sleep,
  };
}

function sleep(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      reject(signal.reason);
    });
  });
}
