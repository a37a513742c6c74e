import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { ConfigError } from '#src/lib/errors.ts';
import { runToEnd } from '../../bootstrap/process.mjs';
import { CARDS } from './cards.ts';
import type { PeerData, PeerPage } from './listings.ts';
import { logStep } from './measure.ts';
import type { Filled, HoleContext, Shape } from './page-template.ts';
import { decodeEntities } from './page-template.ts';

const HUGO = '/usr/bin/hugo';

/**
 * Returns the path of the machine's Hugo.
 * @throws ConfigError if Hugo is missing and cannot be installed
 */
export async function ensureHugo(): Promise<string> {
  if (existsSync(HUGO)) return HUGO;
  logStep('installing hugo with apt-get');
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  if (process.getuid?.() === 0) await runToEnd('apt-get', ['install', '-y', 'hugo'], env, ['ignore', 2, 2]);
  if (existsSync(HUGO)) return HUGO;
  throw new ConfigError('This bench needs Hugo. Install it (Debian: apt-get install hugo).');
}

/** Hugo's configuration. It disables everything that would create pages besides those of the content. */
const CONFIG = {
  baseURL: 'https://localhost/',
  languageCode: 'en-US',
  disableKinds: ['home', 'section', 'taxonomy', 'term', 'RSS', 'sitemap', 'robotsTXT', '404'],
};

/** Writes a Hugo site that builds the pages: one template, and for each page a file with its data as front matter. */
export async function writeHugoSite(folder: string, data: PeerData): Promise<void> {
  await mkdir(join(folder, 'layouts/_default'), { recursive: true });
  await writeFile(join(folder, 'config.json'), JSON.stringify(CONFIG));
  await writeFile(join(folder, 'layouts/_default/single.html'), hugoTemplate(data));
  const createdFolders = new Set<string>();
  for (const page of data.pages()) {
    const file = join(folder, 'content', `${page.path}.md`);
    if (!createdFolders.has(dirname(file))) await mkdir(dirname(file), { recursive: true });
    createdFolders.add(dirname(file));
    await writeFile(file, `${JSON.stringify(frontMatter(page, data))}\n`);
  }
}

/**
 * The template for all pages. It has a branch for each shape of the frame, and inside the frame a branch for each shape
 * of a card.
 */
export function hugoTemplate({ frames, cards }: Pick<PeerData, 'frames' | 'cards'>): string {
  const card = branches(cards, '.');
  const list = `{{ range .Params.cards }}${card}{{ end }}`;
  return branches(frames, '.Params.').replaceAll(CARDS, () => list);
}

function branches(shapes: readonly Shape[], data: string): string {
  const all = shapes.map(({ texts, holes }, shape) => {
    const body = texts.map((text, index) => `${text}${action(holes[index], `${data}v${index}`)}`).join('');
    return `{{ ${shape === 0 ? 'if' : 'else if'} eq ${data}shape "${shape}" }}${body}`;
  });
  return `${all.join('')}{{ end }}`;
}

function action(context: HoleContext | undefined, value: string): string {
  if (context === undefined) return '';
  return context === 'script' ? `{{ ${value} | safeJS }}` : `{{ ${value} }}`;
}

function frontMatter(page: PeerPage, { frames, cards }: PeerData): object {
  return {
    url: `${page.path}.html`,
    ...dataOf(page.frame, frames),
    cards: page.cards.map((card) => dataOf(card, cards)),
  };
}

function dataOf({ shape, values }: Filled, shapes: readonly Shape[]): Record<string, string> {
  const contexts = shapes[shape]?.holes ?? [];
  const entries = values.map((value, index) => [
    `v${index}`,
    contexts[index] === 'script' ? value : decodeEntities(value),
  ]);
  return { shape: String(shape), ...Object.fromEntries(entries) };
}
