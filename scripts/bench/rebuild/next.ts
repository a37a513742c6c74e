import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { reactSource } from './element-source.ts';
import type { PeerData } from './listings.ts';
import { logStep } from './measure.ts';
import type { Filled, Shape } from './page-template.ts';
import { decodeEntities } from './page-template.ts';
import type { ProcessResult, Workspace } from './workspace.ts';

const PACKAGES = ['next@16', 'react@19', 'react-dom@19'];
const CONFIG = `export default { output: 'export', devIndicators: false };\n`;
const DOCUMENT = `import { Head, Html, Main, NextScript } from 'next/document';
export default function Document() {
  return <Html lang="en-US"><Head /><body className="listing"><Main /><NextScript /></body></Html>;
}
`;
/**
 * Next.js page component. It disables the scripts of Next.js, because otherwise each page would contain its data twice.
 */
const PAGE = `import { readFileSync } from 'node:fs';
import Head from 'next/head';
import { cardOf, frameOf, headOf } from '../frame.js';
export const config = { unstable_runtimeJS: false };
export const getStaticPaths = () => ({
  paths: JSON.parse(readFileSync('data/paths.json', 'utf8')).slice(0, Number(process.env.BENCH_PAGES ?? Infinity)),
  fallback: false,
});
export const getStaticProps = ({ params }) => ({
  props: JSON.parse(readFileSync('data/' + params.path.join('/') + '.json', 'utf8')),
});
export default function Page({ frame, cards }) {
  return <><Head>{headOf(frame)}</Head>{frameOf(frame, cards.map(cardOf))}</>;
}
`;

/** Writes a Next.js site that builds the pages: one page component, and for each page a file with its data. */
export async function writeNextSite(folder: string, data: PeerData): Promise<void> {
  await mkdir(join(folder, 'pages'), { recursive: true });
  await writeFile(join(folder, 'package.json'), JSON.stringify({ private: true, type: 'module' }));
  await writeFile(join(folder, 'next.config.mjs'), CONFIG);
  await writeFile(join(folder, 'pages/_document.js'), DOCUMENT);
  await writeFile(join(folder, 'pages/[...path].js'), PAGE);
  await writeFile(join(folder, 'frame.js'), reactSource(data));
  const paths: string[] = [];
  for (const { path, frame, cards } of data.pages()) {
    const file = join(folder, 'data', `${path}.json`);
    await mkdir(dirname(file), { recursive: true });
    const props = { frame: dataOf(frame, data.frames), cards: cards.map((card) => dataOf(card, data.cards)) };
    await writeFile(file, JSON.stringify(props));
    paths.push(path);
  }
  await writeFile(join(folder, 'data/paths.json'), JSON.stringify(paths));
}

function dataOf({ shape, values }: Filled, shapes: readonly Shape[]): Filled {
  const places = shapes[shape]?.holes ?? [];
  return { shape, values: values.map((value, index) => (places[index] === 'script' ? value : decodeEntities(value))) };
}

export async function installNext(workspace: Workspace, folder: string): Promise<void> {
  logStep(`installing ${PACKAGES.join(', ')}`);
  await workspace.run({
    program: 'npm',
    args: ['install', '--no-audit', '--no-fund', '--loglevel', 'error', ...PACKAGES],
    cwd: folder,
  });
}

/** Names of files that Next.js adds to every build. */
export const NEXT_ADDS: readonly string[] = ['404.html'];

/** @param maxPages maximum number of pages to build */
export const buildNext = (workspace: Workspace, folder: string, maxPages?: number): Promise<ProcessResult> =>
  workspace.run({
    program: process.execPath,
    args: [join(folder, 'node_modules/next/dist/bin/next'), 'build'],
    env: {
      NODE_ENV: 'production',
      NEXT_TELEMETRY_DISABLED: '1',
      ...(maxPages === undefined ? {} : { BENCH_PAGES: String(maxPages) }),
    },
    cwd: folder,
  });
