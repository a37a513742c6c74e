/** Reports a damaged page or browser file. */
export type OnDamaged = (damaged: { readonly path: string; readonly file: string; readonly problem: string }) => void;

export interface RecompressionOptions {
  /** The brand's folder, `var/<brand>`. */
  readonly folder: string;
  readonly signal: AbortSignal;
  /** Called before each page; resolves when the machine has time for it. */
  whenIdle(): Promise<void>;
  /** Paths of pages that come first. */
  readonly first?: readonly string[];
  /** Called with each damaged file, which is also noted for the next rebuild. */
  readonly onDamaged?: OnDamaged;
  readonly now?: () => Date;
}

/**
 * `complete`: every page of the live release has the best compression. `stopped`: the signal aborted. `busy`: another
 * process recompresses this brand. `none`: there is no release whose pages can be recompressed.
 */
export type RecompressionEnd = 'complete' | 'stopped' | 'busy' | 'none';
