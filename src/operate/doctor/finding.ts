import type { Brand } from '#src/brand/registry.ts';
import type { Config } from '#src/config/config.ts';

/** The result of one check. */
export interface Finding {
  readonly check: string;
  /** Id of the brand; absent if the finding is about the installation. */
  readonly brand?: string;
  /** `skipped`: there is nothing to check. */
  readonly status: 'fine' | 'wrong' | 'skipped';
  /** The result in one sentence. */
  readonly what: string;
  /** What to do about the problem; absent if there is none. */
  readonly remedy?: string;
}

/** The result of a check, before its name and brand are added. */
export type Answer = Pick<Finding, 'status' | 'what' | 'remedy'>;

export const fine = (what: string): Answer => ({ status: 'fine', what });
export const skipped = (what: string): Answer => ({ status: 'skipped', what });
export const wrong = (what: string, remedy: string): Answer => ({ status: 'wrong', what, remedy });

/** An installation to check. */
export interface Installation {
  /** Folder of the code. */
  readonly root: string;
  readonly config: Config;
  /** Brands whose data can be read. */
  readonly brands: readonly Brand[];
}
