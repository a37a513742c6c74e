import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { type Finding, formatFinding } from './finding.ts';
import { filesBelow } from './modules.ts';
import { checkSubjects, readCommits } from './subjects.ts';

interface TextFile {
  /** Path relative to the project's root. */
  readonly path: string;
  readonly text: string;
}

interface WordRule {
  readonly pattern: RegExp;
  readonly rule: string;
  readonly remedy: string;
  /** Matches the files to which the rule applies; default: all. */
  readonly files?: RegExp;
}

const FOLDERS = ['src', 'scripts', 'tests', 'docs', 'brands', 'deploy'];
const ROOT_FILES = ['README.md', 'CONTRIBUTING.md'];
const TEXT = /\.(?:ts|tsx|astro|mjs|js|css|md)$/;
/** Matches files that are not checked: novels, translations, decision records, and these rules with their examples. */
const EXEMPT = /^src\/api\/seed\/|\/locales\/|^tests\/fixtures\/|^docs\/decisions\/|(?:^|\/)words(?:\.test)?\.ts$/;

const CODE = /\.(?:ts|tsx|astro|mjs)$/;
const TESTS = /^tests\//;

/** Phrases to avoid. Add a phrase, with a remedy, after the last file that contains it has been changed. */
const RULES: readonly WordRule[] = [
  {
    pattern: /\b(?:const|let) (?:(?:MOST|LEAST)(?:_\w+)?|\w+_(?:MOST|LEAST)|MUCH|SPARE|LONG)\b/,
    files: CODE,
    rule: 'a limit is named MAX_… or MIN_…, with its unit',
    remedy: 'Write MAX_TITLE_CHARACTERS or MIN_FREE_BYTES; name a sample for what it is (LONG_TEXT).',
  },
  {
    // Matches titles in it() and test(), and those after the table of it.each().
    pattern:
      /(?:\b(?:it|test)|\))\(\s*(['"`])(?:of|that|who|whose|which|and|but|is of|are of) (?:(?!\1).)*\1, (?:\{|\(|async)/,
    files: TESTS,
    rule: 'a test title is a sentence about the subject in describe()',
    remedy: 'Write what the subject does: "rejects merging a tag into itself", "a locked account loses staff access".',
  },
  phrase(/\b[Ww]hoever\b/, 'Name the role: visitors, contributors, operators, the caller.'),
  phrase(/(?<!["[])\bproduct \d+\b/, 'Link the page of docs, or write its sentence.'),
  phrase(/\b(?:is|are|be|was|were|been) told of\b/, 'Write what happens: receives, is notified of, is reported to.'),
  phrase(/\btells? of\b/, 'Write reports, names or describes.'),
  phrase(/\banew\b/, 'Write again, or the verb: rebuilds, reloads, recreates.'),
  phrase(/\blets? go\b/, 'Write releases, closes or stops.'),
  phrase(/\b(?:takes?|taking|took|taken) away\b/, 'Write removes or deletes.'),
  phrase(/\bfor who\b/, 'Name the role: for signed-in visitors, for the caller.'),
  phrase(/\bWho (?:is not|reads|asks|cannot)\b[^?]*$/, 'Name the role: "Signed-out visitors are redirected".'),
  phrase(/\b(?:do|does) not belong together\b/, 'Write what does not match: "Incorrect email or password".'),
  phrase(/\b[Ii]t is as it was before\b/, 'Write that the change was undone.'),
];

function phrase(pattern: RegExp, remedy: string): WordRule {
  return { pattern, rule: 'plain English: a phrase that reads like a translation', remedy };
}

export function checkWords(files: readonly TextFile[]): Finding[] {
  return files
    .filter(({ path }) => !EXEMPT.test(path))
    .flatMap(({ path, text }) =>
      RULES.filter((rule) => rule.files?.test(path) ?? true).flatMap(({ pattern, rule, remedy }) =>
        linesOf(text, pattern).map(({ line, match }) => ({ file: path, line, rule: `${rule}: "${match}"`, remedy })),
      ),
    );
}

function linesOf(text: string, pattern: RegExp): { line: number; match: string }[] {
  return [...text.matchAll(new RegExp(pattern, 'gm'))].map(({ index, 0: match }) => ({
    line: text.slice(0, index).split('\n').length,
    match: match.replaceAll(/\s+/g, ' ').slice(0, 80),
  }));
}

/** Returns all findings in the files and latest commits of the project in `root`. */
async function findWords(root: string): Promise<Finding[]> {
  const below = await Promise.all(FOLDERS.map((folder) => filesBelow(root, folder)));
  const paths = [...below.flat(), ...ROOT_FILES].filter((path) => TEXT.test(path) && !EXEMPT.test(path)).sort();
  const files = await Promise.all(
    paths.map(async (path) => ({ path, text: await readFile(join(root, path), 'utf8') })),
  );
  const git = (args: readonly string[]) =>
    promisify(execFile)('git', ['-C', root, ...args]).then(({ stdout }) => stdout);
  return [...checkWords(files), ...checkSubjects(await readCommits(git))];
}

if (import.meta.main) {
  const findings = await findWords(fileURLToPath(new URL('../..', import.meta.url)));
  for (const finding of findings) process.stdout.write(formatFinding(finding));
  process.stdout.write(`words: ${findings.length} findings\n`);
  process.exitCode = findings.length > 0 ? 1 : 0;
}
