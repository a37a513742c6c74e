/** Window sizes in CSS pixels: a phone and a laptop. */
export const SIZES = { phone: { width: 390, height: 844 }, wide: { width: 1280, height: 800 } } as const;
export type Size = keyof typeof SIZES;

export type Key = 'Enter' | 'Escape' | 'Shift';

/** What the walk needs from a browser. One window with one tab and an empty profile. */
export interface PageDriver {
  /** Name and version as the browser reports them. */
  readonly version: string;
  /** Loads an address. Resolves after `load`. */
  open(url: string): Promise<void>;
  /** Calls a function in the page. It sees nothing of its closure; arguments and result are JSON. */
  run<A extends unknown[], R>(script: (...args: A) => R | Promise<R>, ...args: A): Promise<R>;
  /** Clicks with the mouse, in CSS pixels from the top left of the window. */
  clickAt(x: number, y: number): Promise<void>;
  /** Types into the focused element, a key at a time. */
  type(text: string): Promise<void>;
  press(key: Key): Promise<void>;
  resize(size: Size): Promise<void>;
  screenshot(): Promise<Uint8Array>;
  /** Uncaught errors, unhandled rejections and `console.error` since the last call. */
  takeErrors(): Promise<readonly string[]>;
  close(): Promise<void>;
}

export interface LaunchOptions {
  /** What `prefers-color-scheme` says. */
  readonly dark?: boolean;
}
