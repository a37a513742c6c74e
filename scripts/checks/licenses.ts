import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Finding } from './finding.ts';

const FILE = 'public/third-party-licenses.txt';
/** Packages whose code or images browsers load. Fonts are added automatically. */
const IN_BROWSERS = [
  '@nanostores/persistent',
  '@nanostores/react',
  'astro',
  'lucide-static',
  'nanostores',
  'react',
  'react-dom',
  'scheduler',
  'valibot',
  'web-vitals',
];
const FONTS = '@fontsource/';

/**
 * Checks that the licences of everything that browsers load are published. With `--write`, the file with the licences
 * is updated.
 */
export async function checkLicenses(root: string): Promise<Finding[]> {
  const published = await readFile(join(root, FILE), 'utf8').catch(() => '');
  if (published === (await licensesText(root))) return [];
  const remedy = 'Run: node scripts/checks/licenses.ts --write';
  return [{ file: FILE, line: 1, rule: 'the licences do not match the packages that browsers load', remedy }];
}

/** Lists every package with its licence, grouped by terms. */
async function licensesText(root: string): Promise<string> {
  const { dependencies, devDependencies } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'));
  const fonts = Object.keys({ ...dependencies, ...devDependencies }).filter((name) => name.startsWith(FONTS));
  const byTerms = new Map<string, string[]>();
  for (const name of [...IN_BROWSERS, ...fonts].sort()) {
    const { owner, terms } = await licenseOf(join(root, 'node_modules', name));
    byTerms.set(terms, [...(byTerms.get(terms) ?? []), owner === '' ? name : `${name}: ${owner}`]);
  }
  const parts = [...byTerms].map(([terms, names]) => `${names.join('\n')}\n\n${terms}\n`);
  return `Third-party fonts, code and icons of this site, with their licences.\n\n${parts.join(`\n${'='.repeat(80)}\n\n`)}`;
}

/** The fonts share one licence. Only the first line, which names the owner, differs. */
async function licenseOf(folder: string): Promise<{ owner: string; terms: string }> {
  const file = (await readdir(folder)).find((name) => /^licen[cs]e(\.\w+)?$/i.test(name));
  if (file === undefined) throw new Error(`${folder} has no file with its licence.`);
  const text = (await readFile(join(folder, file), 'utf8')).replaceAll('\r\n', '\n').trim();
  if (!folder.includes(FONTS)) return { owner: '', terms: text };
  const [owner = '', ...rest] = text.split('\n');
  return { owner, terms: rest.join('\n').trim() };
}

if (import.meta.main && process.argv.includes('--write')) {
  const root = fileURLToPath(new URL('../..', import.meta.url));
  await writeFile(join(root, FILE), await licensesText(root));
}
