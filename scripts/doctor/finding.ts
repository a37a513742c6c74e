import type { Brand } from '#src/brand/registry.ts';
import type { Config } from '#src/lib/config.ts';

/** What was found of one thing. */
export interface Finding {
  readonly check: string;
  /** Id of the brand that it is about; absent where it is about the installation. */
  readonly brand?: string;
  /** `skipped`: there is nothing to look at. */
  readonly status: 'fine' | 'wrong' | 'skipped';
  /** What was seen. */
  readonly what: string;
  /** What to do; only of what is wrong. */
  readonly remedy?: string;
}

/** What a check says; its name and brand are added. */
export type Answer = Pick<Finding, 'status' | 'what' | 'remedy'>;

export const fine = (what: string): Answer => ({ status: 'fine', what });
export const skipped = (what: string): Answer => ({ status: 'skipped', what });
export const wrong = (what: string, remedy: string): Answer => ({ status: 'wrong', what, remedy });

/** An installation to look at. */
export interface Installation {
  /** Folder of the code. */
  readonly root: string;
  readonly config: Config;
  /** Those whose data can be read. */
  readonly brands: readonly Brand[];
}
