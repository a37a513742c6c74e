import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { EXIT } from '#src/lib/errors.ts';
import { filesBelow } from '../../../scripts/checks/modules.ts';

const MAX_LINES = 250;
const MAP = 'docs/README.md';

const PAGES = readdirSync('docs', { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.md'))
  .map((name) => join('docs', name));
const FRONT = ['README.md', 'CONTRIBUTING.md', 'SECURITY.md'];

const read = (file: string) => readFileSync(file, 'utf8');
const withoutCode = (text: string) => text.replaceAll(/^```.*?^```/gms, '').replaceAll(/`[^`\n]*`/g, '');

/** Anchors on a page, as GitHub derives them from headings. */
function anchorsOf(file: string): Set<string> {
  const headings = read(file)
    .replaceAll(/^```.*?^```/gms, '')
    .matchAll(/^#+ (.+)$/gm);
  const anchors = new Set<string>();
  for (const [, heading = ''] of headings) {
    const name = heading
      .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
      .trim()
      .replaceAll(' ', '-');
    let anchor = name;
    for (let count = 1; anchors.has(anchor); count += 1) anchor = `${name}-${count}`;
    anchors.add(anchor);
  }
  return anchors;
}

/** Links within the project, with the files they point to. */
const linksOf = (file: string) =>
  [...withoutCode(read(file)).matchAll(/\]\(([^)\s]+)\)/g)]
    .map(([, link = '']) => link)
    .filter((link) => !/^[a-z]+:/.test(link))
    .map((link) => {
      const [path = '', anchor] = link.split('#');
      return { file, link, target: path === '' ? file : join(dirname(file), path), anchor };
    });

describe('the pages in docs/', () => {
  it('name their readers in the first line', () => {
    const silent = PAGES.filter((file) => file !== MAP && !/^# .+\n\nFor \S.{10,}/.test(read(file)));
    expect(silent).toEqual([]);
  });

  it(`have at most ${MAX_LINES} lines, except for generated tables`, () => {
    const long = PAGES.filter((file) => {
      const text = read(file).replaceAll(/<!-- table:\w+ -->\n.*?<!-- end -->/gs, '');
      return text.split('\n').length - 1 > MAX_LINES;
    });
    expect(long).toEqual([]);
  });

  it('are all listed on the map or on a page in their folder', () => {
    const linked = new Set(
      [MAP, 'docs/operate/security.md', 'docs/operate/security/asvs.md'].flatMap(linksOf).map(({ target }) => target),
    );
    const unlistedPages = PAGES.filter((file) => file !== MAP && !linked.has(file) && !linked.has(`${dirname(file)}/`));
    expect(unlistedPages).toEqual([]);
  });

  it('link to existing files and headings', () => {
    const links = [...PAGES, ...FRONT, 'CHANGELOG.md'].flatMap(linksOf);
    expect(links.length).toBeGreaterThan(300);
    const broken = links.filter(
      ({ target, anchor }) =>
        !existsSync(target) || (anchor !== undefined && target.endsWith('.md') && !anchorsOf(target).has(anchor)),
    );
    expect(broken).toEqual([]);
  });
});

const files = (
  await Promise.all(['src', 'scripts', 'tests', 'brands', 'docs'].map((folder) => filesBelow(process.cwd(), folder)))
)
  .flat()
  .filter((file) => /\.(?:astro|js|mjs|ts|tsx)$/.test(file));

describe('code mentioned in docs/', () => {
  const mentions = PAGES.filter((file) => !file.startsWith('docs/decisions/')).flatMap((file) =>
    [...read(file).matchAll(/`([^`\n]+)`/g)].map(([, name = '']) => ({ file, name })),
  );

  it('refers to existing files', () => {
    const fileNames = new Set(files.map((file) => basename(file)));
    const modules = mentions.filter(({ name }) => /^[\w-]+\.(?:astro|mjs|ts|tsx)$/.test(name));
    expect(modules.length).toBeGreaterThan(40);
    expect(modules.filter(({ name }) => !fileNames.has(name))).toEqual([]);
  });

  it('refers to existing functions, stores and fields', () => {
    const identifiers = new Set(files.flatMap((file) => read(file).match(/[$\w]+/g) ?? []));
    const words = mentions.flatMap(({ file, name }) => {
      const [, word] = /^(\$?[a-z]+[A-Z]\w*)(?:\(.*\))?$/.exec(name) ?? [];
      return word === undefined ? [] : [{ file, word }];
    });
    expect(words.length).toBeGreaterThan(150);
    // Stores of nanostores begin with a dollar sign.
    expect(words.filter(({ word }) => !identifiers.has(word) && !identifiers.has(`$${word}`))).toEqual([]);
  });
});

describe('the troubleshooting page', () => {
  const rows = read('docs/operate/troubleshooting.md')
    .split('\n')
    .filter((line) => /^\| [`\d]/.test(line))
    .map((line) => line.split(' | ')[0]?.slice(2) ?? '');

  it('has every exit code', () => {
    expect(rows.filter((cell) => /^\d$/.test(cell)).map(Number)).toEqual(Object.values(EXIT));
  });

  it('quotes only existing messages', () => {
    const code = files
      .filter((file) => /^(?:src|scripts)\/.*\.(?:ts|mjs)$/.test(file))
      .map(read)
      .join('\n')
      .replaceAll(/' \+\s*'|` \+\s*`/g, '');
    const quoted = rows.flatMap((cell) => /^`(.+)`$/.exec(cell)?.[1] ?? []);
    expect(quoted.length).toBeGreaterThan(30);
    const parts = quoted.flatMap((message) => message.split('…')).filter((part) => part.trim().length > 3);
    expect(parts.filter((part) => !code.includes(part.trim()))).toEqual([]);
  });
});
