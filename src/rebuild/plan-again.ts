import { type Damage, LostPagesError } from '#src/release/index.ts';
import { VerificationError } from './errors.ts';

/** What a plan has to render beside what changed. */
export interface MustRender {
  /** Of the release before. */
  readonly damage: Damage;
  /** Pages that a correction takes because its pages link to them. */
  readonly linked: ReadonlySet<string>;
}

export const damagedPaths = ({ damage }: Pick<MustRender, 'damage'>) => new Set(damage.pages.map(({ path }) => path));

/**
 * What another plan has to render after an error: pages whose files turned out to be lost, and in a correction the new pages that
 * corrected ones link to. @returns undefined where another plan would end the same
 */
export function planAgain<T extends MustRender>(run: T, error: unknown, isCorrection: boolean): T | undefined {
  const { damage } = run;
  if (error instanceof LostPagesError)
    return { ...run, damage: { ...damage, pages: [...damage.pages, ...error.pages] } };
  const linked = isCorrection && error instanceof VerificationError ? withLinked(error, run.linked) : undefined;
  return linked && { ...run, linked };
}

/** Undefined where the release was refused for another reason, or a page that was taken already is none. */
function withLinked({ findings }: VerificationError, known: ReadonlySet<string>): ReadonlySet<string> | undefined {
  const targets = findings.flatMap(({ target }) => target ?? []);
  if (targets.length < findings.length || targets.some((target) => known.has(target))) return undefined;
  return new Set([...known, ...targets]);
}
