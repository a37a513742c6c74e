/** An in-memory implementation of those parts of the Cache API that the site uses. */
export function memoryCaches(): CacheStorage {
  const caches = new Map<string, Cache>();
  return {
    async open(name) {
      const cache = caches.get(name) ?? memoryCache();
      caches.set(name, cache);
      return cache;
    },
    has: async (name) => caches.has(name),
    keys: async () => [...caches.keys()],
    delete: async (name) => caches.delete(name),
    match: async () => undefined,
  };
}

const urlOf = (request: RequestInfo | URL) => (request instanceof Request ? request.url : String(request));

function memoryCache(): Cache {
  const entries = new Map<string, Response>();
  return {
    match: async (request) => entries.get(urlOf(request))?.clone(),
    matchAll: async () => [...entries.values()].map((response) => response.clone()),
    put: async (request, response) => void entries.set(urlOf(request), response),
    delete: async (request) => entries.delete(urlOf(request)),
    keys: async () => [...entries.keys()].map((url) => new Request(url)),
    add: () => Promise.reject(new Error('not used')),
    addAll: () => Promise.reject(new Error('not used')),
  };
}

/** Returns the paths in a cache; empty if the cache does not exist. */
export async function pathsIn(caches: CacheStorage, name: string): Promise<string[]> {
  if (!(await caches.has(name))) return [];
  const keys = await (await caches.open(name)).keys();
  return keys.map(({ url }) => new URL(url)).map(({ pathname, search }) => pathname + search);
}
