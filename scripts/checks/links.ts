import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Finding } from './finding.ts';
import { filesBelow } from './modules.ts';

const LINK = /\]\(([^)\s#]+)(?:#[^)]*)?\)/g;
const PATH = /`((?:src|scripts|tests|brands|deploy|docs|public)\/[\w./-]+\.\w+)`/g;
/** Matches paths with placeholders, such as `docs/decisions/NNNN-title.md`. */
const PLACEHOLDER = /[A-Z]{4,}/;

/** Matches a path in a comment of the source. */
const SOURCE_PATH =
  /(?<![\w#./-])((?:src|scripts|tests|deploy|docs)\/[\w./[\]-]+\.(?:astro|conf|css|js|json|md|mjs|ts|tsx))\b/g;
const COMMENT = /^\s*(?:\/?\*|\/\/)/;
const SOURCE = /\.(?:astro|css|js|mjs|ts|tsx)$/;

const isSource = (path: string) => SOURCE.test(path);

/** Checks that the README, the docs and comments refer only to files that exist. */
export async function checkLinks(root: string): Promise<Finding[]> {
  const names = await readdir(root, { recursive: false });
  const docs = await readdir(join(root, 'docs'), { recursive: true });
  const pages = [...names, ...docs.map((name) => `docs/${name}`)].filter((name) => name.endsWith('.md'));
  const sources = (await Promise.all(['src', 'scripts'].map((folder) => filesBelow(root, folder))))
    .flat()
    .filter(isSource);
  return (await Promise.all([...pages, ...sources].map((file) => checkFile(root, file)))).flat();
}

interface Mention {
  readonly target: string;
  /** Path relative to the project's root. */
  readonly path: string;
}

function mentionsIn(file: string, line: string): Mention[] {
  const paths = (pattern: RegExp) => [...line.matchAll(pattern)].map(([, target = '']) => ({ target, path: target }));
  if (!file.endsWith('.md')) return COMMENT.test(line) ? paths(SOURCE_PATH) : [];
  const links = [...line.matchAll(LINK)].map(([, target = '']) => ({ target, path: join(dirname(file), target) }));
  return [...links, ...paths(PATH)];
}

async function checkFile(root: string, file: string): Promise<Finding[]> {
  const lines = (await readFile(join(root, file), 'utf8')).split('\n');
  return lines.flatMap((line, index) =>
    mentionsIn(file, line)
      .filter(
        ({ target, path }) => !/^[a-z]+:/.test(target) && !PLACEHOLDER.test(target) && !existsSync(join(root, path)),
      )
      .map(({ target }) => ({
        file,
        line: index + 1,
        rule: `${target} does not exist`,
        remedy: 'Name the file that now has this content.',
      })),
  );
}
