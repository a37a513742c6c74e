/** An event of the service worker's global scope. The DOM types lack it. */
export interface LastingEvent extends Event {
  waitUntil(work: Promise<unknown>): void;
}

export interface FetchEvent extends LastingEvent {
  readonly request: Request;
  readonly preloadResponse?: Promise<Response | undefined>;
  respondWith(answer: Promise<Response>): void;
}

export interface PushEvent extends LastingEvent {
  readonly data: { json(): unknown } | null;
}

export interface NotificationEvent extends LastingEvent {
  readonly notification: Notification;
}

export interface WindowClient {
  readonly url: string;
  focus(): Promise<WindowClient>;
  navigate(url: string): Promise<WindowClient | null>;
}

export interface Clients {
  claim(): Promise<void>;
  matchAll(options: { type: 'window'; includeUncontrolled: boolean }): Promise<readonly WindowClient[]>;
  openWindow(url: string): Promise<WindowClient | null>;
}

/** Data about the brand, which the server inserts before the worker's code (src/serve/files/service-worker.ts). */
export interface WorkerBrand {
  /** Base path of the brand's API calls. */
  readonly prefix: string;
  /** Locales whose paths have a prefix: all but the default locale. */
  readonly locales: readonly string[];
  readonly icon: string;
}

/** The worker's dependencies, which tests replace. */
export interface Platform {
  readonly origin: string;
  readonly brand: WorkerBrand;
  readonly caches: CacheStorage;
  readonly fetch: (request: Request | string) => Promise<Response>;
  /** Reports an exception in the worker's own code. */
  readonly report: (error: unknown) => undefined;
  /** How long to wait for a page from the network before showing a cached copy. */
  readonly pageTimeoutMs: number;
}
