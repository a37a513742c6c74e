import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Finding } from './finding.ts';

const LINK = /\]\(([^)\s#]+)(?:#[^)]*)?\)/g;
const PATH = /`((?:src|scripts|tests|brands|deploy|docs|public)\/[\w./-]+\.\w+)`/g;
/** Words in a path that stand for any name, as in `docs/decisions/NNNN-title.md`. */
const PLACEHOLDER = /[A-Z]{4,}/;

/** Sees that the files which README and docs link to or name exist. */
export async function checkLinks(root: string): Promise<Finding[]> {
  const names = await readdir(root, { recursive: false });
  const docs = await readdir(join(root, 'docs'), { recursive: true });
  const pages = [...names, ...docs.map((name) => `docs/${name}`)].filter((name) => name.endsWith('.md'));
  return (await Promise.all(pages.map((page) => checkPage(root, page)))).flat();
}

async function checkPage(root: string, page: string): Promise<Finding[]> {
  const lines = (await readFile(join(root, page), 'utf8')).split('\n');
  return lines.flatMap((line, index) =>
    [
      ...[...line.matchAll(LINK)].map(([, target = '']) => ({ target, path: join(dirname(page), target) })),
      ...[...line.matchAll(PATH)].map(([, target = '']) => ({ target, path: target })),
    ]
      .filter(
        ({ target, path }) => !/^[a-z]+:/.test(target) && !PLACEHOLDER.test(target) && !existsSync(join(root, path)),
      )
      .map(({ target }) => ({
        file: page,
        line: index + 1,
        rule: `there is no file ${target}`,
        remedy: 'Name the file that holds this now.',
      })),
  );
}
