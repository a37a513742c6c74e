import { join } from 'node:path';
import type { Brand } from '#src/brand/registry.ts';
import { ConfigError, messageOf } from '#src/lib/errors.ts';
import { checkRelease, listReleases, liveId, noteDamage, type ReleaseCheck } from '#src/release/index.ts';

export interface VerifyOptions {
  /** Folder of all state. */
  readonly state: string;
  /** Id of the release; default the live one. */
  readonly release?: string | undefined;
  /** How many pages are read; default all. */
  readonly sample?: number | undefined;
}

export interface VerifiedBrand extends Omit<ReleaseCheck, 'release'> {
  readonly brand: string;
  /** Null where the brand has none. */
  readonly release: string | null;
  /** Whether the next rebuild was told of what is damaged. */
  readonly noted: boolean;
}

/**
 * Compares a release of a brand with its manifest. What is damaged of the live one is noted for the next rebuild, which
 * makes it anew. @throws ConfigError where there is no such release
 */
export async function verifyBrand(
  { id }: Pick<Brand, 'id'>,
  { state, release, sample }: VerifyOptions,
): Promise<VerifiedBrand> {
  const folder = join(state, id);
  const live = liveId(folder);
  const wanted = release ?? live;
  if (release !== undefined && !listReleases(folder).some((one) => one.release === release))
    throw new ConfigError(`There is no release ${release}. See: npm run releases -- --brand ${id} list`);
  if (wanted === undefined)
    return { brand: id, release: null, pages: 0, assets: 0, read: 0, found: 0, findings: [], noted: false };
  const check = checkRelease(join(folder, 'releases', wanted), { sample });
  return { brand: id, ...check, noted: wanted === live && (await note(folder, check)) };
}

/** @returns false where nothing is to be noted, or cannot be: this user may not be the one that owns the state */
async function note(folder: string, { findings }: ReleaseCheck): Promise<boolean> {
  let noted = false;
  try {
    for (const { problem, path, file, what } of findings) {
      if (path === undefined || problem === 'extra') continue;
      await noteDamage(folder, { path, file, problem: what });
      noted = true;
    }
  } catch (error) {
    process.stderr.write(`The next rebuild could not be told of the damage: ${messageOf(error)}\n`);
    return false;
  }
  return noted;
}

const MOST_LINES = 50;

/** A verified release for people. */
export function verifyText({ brand, release, pages, assets, read, found, findings, noted }: VerifiedBrand): string {
  if (release === null) return `${brand}: no release yet. Make one with: npm run rebuild -- --brand ${brand}`;
  const content = read === pages ? '' : ` (${read} of them read)`;
  const head = `${brand}: ${release}, ${pages} pages${content} and ${assets} browser files: `;
  if (found === 0) return `${head}whole`;
  const shown = findings.slice(0, MOST_LINES).map(({ file, what }) => `  ${file} ${what}`);
  const more = found > MOST_LINES ? [`  and ${found - MOST_LINES} more`] : [];
  return [`${head}${found} wrong`, ...shown, ...more, ...adviceOn(brand, findings, noted)].join('\n');
}

function adviceOn(brand: string, findings: VerifiedBrand['findings'], noted: boolean): string[] {
  const has = (...problems: string[]) => findings.some(({ problem }) => problems.includes(problem));
  return [
    ...(noted ? [`  The next rebuild makes the damaged ones anew: npm run rebuild -- --brand ${brand}`] : []),
    ...(has('manifest') ? [`  The next rebuild replaces the release: npm run rebuild -- --brand ${brand}`] : []),
    ...(has('extra') ? ['  Look who wrote the files that are not of the release, and remove them.'] : []),
    ...(has('totals') ? [`  Make a whole new release: npm run rebuild -- --brand ${brand} --full`] : []),
  ];
}
