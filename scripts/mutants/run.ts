import { ConfigError, EXIT } from '#src/lib/errors.ts';
import { EQUIVALENTS } from './equivalents.ts';
import { FOLDERS, type MutatedFolder } from './folders.ts';
import { type FolderScore, scoreOf, survivorText } from './report.ts';
import { tryMutants } from './stryker.ts';

/** Minimum percentage of mutants that the tests of each folder must notice. */
const LOWEST_SCORE = 85;

/** @throws ConfigError for a folder that is not in the table */
export function selectFolders(names: readonly string[]): readonly MutatedFolder[] {
  const unknown = names.find((name) => !FOLDERS.some((folder) => folder.name === name));
  if (unknown !== undefined)
    throw new ConfigError(`Unknown folder "${unknown}". Folders: ${FOLDERS.map(({ name }) => name).join(', ')}.`);
  return FOLDERS.filter(({ name }) => names.length === 0 || names.includes(name));
}

interface Options {
  readonly fresh: boolean;
  readonly json: boolean;
}

/**
 * Tests the folders one after another.
 * @returns the exit code: 1 if the score of a folder is too low
 */
export async function runMutants(folders: readonly MutatedFolder[], { fresh, json }: Options): Promise<number> {
  const scores: ({ name: string } & FolderScore)[] = [];
  for (const folder of folders) {
    const score = scoreOf(await tryMutants(folder, fresh), EQUIVALENTS);
    scores.push({ name: folder.name, ...score });
    if (!json) process.stdout.write(folderText(folder.name, score));
  }
  if (json) process.stdout.write(`${JSON.stringify({ folders: scores, lowest: LOWEST_SCORE })}\n`);
  return scores.every(isGood) ? EXIT.done : EXIT.failure;
}

const isGood = ({ score, stale }: FolderScore) => score >= LOWEST_SCORE && stale.length === 0;

function folderText(name: string, { survivors, stale, noticed, total, score }: FolderScore): string {
  return [
    ...survivors.map(survivorText),
    ...stale.map(
      ({ file, code }) => `${file}: no mutant survives here any more, remove it from the list:\n    ${code}\n`,
    ),
    `${name}: ${noticed} of ${total} mutants noticed, ${score.toFixed(1)} % (at least ${LOWEST_SCORE})\n`,
  ].join('');
}
