import type { Finding } from './finding.ts';

export interface Commit {
  readonly hash: string;
  readonly subject: string;
}

/** Only commits after this one are checked. Older commits follow different rules. */
const FIRST = '5d51928dfd6d6f115b78835f56a6910e4fd2a400';
const MAX_CHARACTERS = 70;
const FORM = /^[a-z][\w .-]*(?:, [a-z][\w .-]*)*: [a-z0-9]/;
/** Matches subjects in the third person or the past tense, and verbs that say little about a change. */
const WEAK = /^[^:]*: (?:tell|say|mend|let|added|adds|fixed|fixes|changed|changes|removed|removes) /;

/**
 * Reads the commits after `FIRST`. The result is empty if the repository does not contain `FIRST`, as in a shallow
 * clone, an archive or a copy without history.
 * @param git runs git and returns its output
 */
export async function readCommits(git: (args: readonly string[]) => Promise<string>): Promise<Commit[]> {
  try {
    await git(['merge-base', '--is-ancestor', FIRST, 'HEAD']);
  } catch {
    return [];
  }
  const log = await git(['log', '--no-merges', '--format=%h %s', `${FIRST}..HEAD`]);
  return log
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => ({ hash: line.slice(0, line.indexOf(' ')), subject: line.slice(line.indexOf(' ') + 1) }));
}

export function checkSubjects(commits: readonly Commit[]): Finding[] {
  return commits
    .filter(({ subject }) => !subject.startsWith('Revert "'))
    .flatMap(({ hash, subject }) => {
      const rule = ruleBroken(subject);
      return rule === undefined
        ? []
        : [
            {
              file: `commit ${hash}`,
              line: 1,
              rule: `${rule}: "${subject}"`,
              remedy: 'Write "rebuild: skip unchanged listings".',
            },
          ];
    });
}

function ruleBroken(subject: string): string | undefined {
  if (subject.length > MAX_CHARACTERS) return `a commit subject has at most ${MAX_CHARACTERS} characters`;
  if (!FORM.test(subject) || WEAK.test(subject)) return 'a commit subject is "area: imperative"';
  return undefined;
}
