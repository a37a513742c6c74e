import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { vueSource } from '../rebuild/element-source.ts';
import { logStep } from '../rebuild/measure.ts';
import type { Workspace } from '../rebuild/workspace.ts';
import { documentOf, type PeerPage } from './peer-page.ts';

const PACKAGES = ['nuxt@4', 'vue@3', 'vue-router@5'];

/**
 * Builds the pages with Nuxt: one component per kind of page, which fetches its data from an API route and is
 * prerendered by `nuxt generate`.
 * @returns the folder with the built pages
 */
export async function buildNuxtApp(workspace: Workspace, pages: readonly PeerPage[]): Promise<string> {
  const folder = join(workspace.folder, 'nuxt');
  for (const name of ['app/pages', 'frames', 'server/api']) await mkdir(join(folder, name), { recursive: true });
  for (const page of pages) await writePage(folder, page);
  await writeFile(join(folder, 'package.json'), JSON.stringify({ private: true, type: 'module' }));
  await writeFile(
    join(folder, 'nuxt.config.js'),
    `export default {
  compatibilityDate: '2026-01-01',
  telemetry: false,
  nitro: { prerender: { crawlLinks: false, routes: ${JSON.stringify(pages.map(({ kind }) => `/${kind}`))} } },
};
`,
  );
  logStep(`installing ${PACKAGES.join(', ')}`);
  await workspace.run({
    program: 'npm',
    args: ['install', '--no-audit', '--no-fund', '--loglevel', 'error', ...PACKAGES],
    cwd: folder,
  });
  await workspace.run({
    program: process.execPath,
    args: [join(folder, 'node_modules/nuxt/bin/nuxt.mjs'), 'generate'],
    env: { NODE_ENV: 'production', NUXT_TELEMETRY_DISABLED: '1' },
    cwd: folder,
  });
  return join(folder, '.output/public');
}

async function writePage(folder: string, { kind, html, shape, values }: PeerPage): Promise<void> {
  await writeFile(join(folder, 'frames', `${kind}.js`), vueSource({ frames: [shape], cards: [] }));
  await writeFile(join(folder, 'frames', `${kind}.head.js`), `export default ${JSON.stringify(headOf(html))};\n`);
  await writeFile(
    join(folder, 'server/api', `${kind}.js`),
    `export default defineEventHandler(() => (${JSON.stringify(values)}));\n`,
  );
  // The head is rendered only on the server, so that browsers do not load the code for it.
  await writeFile(
    join(folder, 'app/pages', `${kind}.vue`),
    `<script setup>
import { frameOf } from '../../frames/${kind}.js';
const { data } = await useFetch('/api/${kind}');
if (import.meta.server) useHead((await import('../../frames/${kind}.head.js')).default);
const Frame = () => frameOf({ shape: 0, values: data.value }, []);
</script>
<template><Frame /></template>
`,
  );
}

/** Returns the argument for Nuxt's `useHead`. */
function headOf(html: string) {
  const { head, html: htmlAttrs, body: bodyAttrs } = documentOf(html);
  const named = (name: string) => head.filter((element) => element.name === name);
  return {
    title: named('title')[0]?.text ?? '',
    meta: named('meta').map(({ attributes }) => attributes),
    link: named('link').map(({ attributes }) => attributes),
    script: named('script').map(({ attributes, text }) => ({ ...attributes, innerHTML: text })),
    htmlAttrs,
    bodyAttrs,
  };
}
