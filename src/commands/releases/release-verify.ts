import { join } from 'node:path';
import type { Brand } from '#src/brand/registry.ts';
import { ConfigError, messageOf } from '#src/lib/errors.ts';
import { printError } from '#src/lib/print.ts';
import { counted } from '#src/lib/text.ts';
import { checkRelease, listReleases, liveId, noteDamage, type ReleaseCheck } from '#src/publish/release/index.ts';

export interface VerifyOptions {
  /** The state folder. */
  readonly state: string;
  /** Id of the release; default: the live release. */
  readonly release?: string | undefined;
  /** Number of pages to read; default: all. */
  readonly sample?: number | undefined;
}

export interface VerifiedBrand extends Omit<ReleaseCheck, 'release'> {
  readonly brand: string;
  /** Id of the verified release; null if the brand has no release. */
  readonly release: string | null;
  /** Whether damage was recorded for the next rebuild. */
  readonly noted: boolean;
}

/**
 * Compares a brand's release with its manifest. Damaged files in the live release are recorded for the next rebuild,
 * which renders them again.
 * @throws ConfigError if the release does not exist
 */
export async function verifyBrand(
  { id }: Pick<Brand, 'id'>,
  { state, release, sample }: VerifyOptions,
): Promise<VerifiedBrand> {
  const folder = join(state, id);
  const live = liveId(folder);
  const verified = release ?? live;
  if (release !== undefined && !listReleases(folder).some((listed) => listed.release === release))
    throw new ConfigError(`Release ${release} does not exist. List them: npm run releases -- --brand ${id} list`);
  if (verified === undefined)
    return { brand: id, release: null, pages: 0, assets: 0, read: 0, found: 0, findings: [], noted: false };
  const check = checkRelease(join(folder, 'releases', verified), { sample });
  return { brand: id, ...check, noted: verified === live && (await note(folder, check)) };
}

/** Records damage. @returns false if there is none, or this user has no permission to write to the state folder */
async function note(folder: string, { findings }: ReleaseCheck): Promise<boolean> {
  let noted = false;
  try {
    for (const { problem, path, file, what } of findings) {
      if (path === undefined || problem === 'extra') continue;
      await noteDamage(folder, { path, file, problem: what });
      noted = true;
    }
  } catch (error) {
    printError(`The damage could not be recorded for the next rebuild: ${messageOf(error)}\n`);
    return false;
  }
  return noted;
}

const MAX_LINES = 50;

/** Formats the result as text. */
export function verifyText({ brand, release, pages, assets, read, found, findings, noted }: VerifiedBrand): string {
  if (release === null) return `${brand}: no release yet. Create one: npm run rebuild -- --brand ${brand}`;
  const content = read === pages ? '' : ` (${read} of them read)`;
  const head = `${brand}: ${release}, ${counted(pages, 'page')}${content} and ${counted(assets, 'browser file')}: `;
  if (found === 0) return `${head}whole`;
  const shown = findings.slice(0, MAX_LINES).map(({ file, what }) => `  ${file} ${what}`);
  const more = found > MAX_LINES ? [`  and ${found - MAX_LINES} more`] : [];
  return [`${head}${found} wrong`, ...shown, ...more, ...adviceOn(brand, findings, noted)].join('\n');
}

function adviceOn(brand: string, findings: VerifiedBrand['findings'], noted: boolean): string[] {
  const has = (...problems: string[]) => findings.some(({ problem }) => problems.includes(problem));
  return [
    ...(noted ? [`  The next rebuild renders the damaged ones again: npm run rebuild -- --brand ${brand}`] : []),
    ...(has('manifest') ? [`  The next rebuild replaces the release: npm run rebuild -- --brand ${brand}`] : []),
    ...(has('extra') ? ['  Find out what wrote the extra files, and delete them.'] : []),
    ...(has('totals') ? [`  Create a complete new release: npm run rebuild -- --brand ${brand} --full`] : []),
  ];
}
