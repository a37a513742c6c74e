/** Window sizes in CSS pixels: a phone and a laptop. */
export const SIZES = { phone: { width: 390, height: 844 }, wide: { width: 1280, height: 800 } } as const;
export type Size = keyof typeof SIZES;

export type Key = 'Enter' | 'Escape' | 'Shift';

/** The browser functions that the walk needs: one window with one tab and an empty profile. */
export interface PageDriver {
  /** Name and version as reported by the browser. */
  readonly version: string;
  /** Loads a URL. Resolves after `load`. */
  open(url: string): Promise<void>;
  /**
   * Calls a function in the page. The function must not use variables from outside its body. Arguments and result
   * must be JSON.
   */
  run<A extends unknown[], R>(script: (...args: A) => R | Promise<R>, ...args: A): Promise<R>;
  /** Clicks with the mouse. The position is in CSS pixels from the top left corner of the window. */
  clickAt(x: number, y: number): Promise<void>;
  /** Types into the focused element, key by key. */
  type(text: string): Promise<void>;
  press(key: Key): Promise<void>;
  resize(size: Size): Promise<void>;
  screenshot(): Promise<Uint8Array>;
  /** Returns uncaught errors, unhandled rejections and `console.error` since the last call. */
  takeErrors(): Promise<readonly string[]>;
  close(): Promise<void>;
}

export interface LaunchOptions {
  /** Whether the browser reports a dark colour scheme (`prefers-color-scheme`). */
  readonly dark?: boolean;
}
