import { VerificationError } from '#src/publish/rebuild/errors.ts';
import { type Damage, LostPagesError } from '#src/publish/release/index.ts';

/** Pages that a plan must render even if they have not changed. */
export interface MustRender {
  /** Damage found in the previous release. */
  readonly damage: Damage;
  /** Pages that a correction includes because corrected pages link to them. */
  readonly linked: ReadonlySet<string>;
}

export const damagedPaths = ({ damage }: Pick<MustRender, 'damage'>) => new Set(damage.pages.map(({ path }) => path));

/**
 * Returns the run with additional pages that the next plan must render: pages with missing files and, in a correction,
 * new pages that corrected pages link to.
 * @returns undefined if another plan would fail in the same way
 */
export function planAgain<T extends MustRender>(run: T, error: unknown, isCorrection: boolean): T | undefined {
  const { damage } = run;
  if (error instanceof LostPagesError)
    return { ...run, damage: { ...damage, pages: [...damage.pages, ...error.pages] } };
  const linked = isCorrection && error instanceof VerificationError ? withLinked(error, run.linked) : undefined;
  return linked && { ...run, linked };
}

/** Returns undefined if the release was refused for a different reason, or if a linked page was already added. */
function withLinked({ findings }: VerificationError, addedPaths: ReadonlySet<string>): ReadonlySet<string> | undefined {
  const targets = findings.flatMap(({ target }) => target ?? []);
  if (targets.length < findings.length || targets.some((target) => addedPaths.has(target))) return undefined;
  return new Set([...addedPaths, ...targets]);
}
