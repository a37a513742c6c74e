/** The browser functions for storing downloaded books. */
export interface DownloadStorage {
  readonly caches: CacheStorage;
  /** Requests public content without sending credentials. */
  fetch(url: string, signal?: AbortSignal): Promise<Response>;
  /** Fetches a file whose name contains a hash. Bypasses the worker, which would cache the file a second time. */
  file(url: string, signal: AbortSignal): Promise<Response>;
  /**
   * The estimated number of bytes that the site uses and the number that it can use; undefined if the browser does not
   * report them.
   */
  size(): Promise<{ readonly used: number; readonly room: number } | undefined>;
  /** Asks the browser not to evict the storage. */
  persist(): void;
  wait(ms: number, signal: AbortSignal): Promise<void>;
}

/** The browser's caches; undefined if the browser blocks site data, because reading `caches` then throws. */
function readCaches(): CacheStorage | undefined {
  try {
    return globalThis.caches;
  } catch {
    return undefined;
  }
}

/**
 * The browser's storage for downloads; undefined if pages cannot be served offline: blocked storage, plain http, some
 * private windows.
 */
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
