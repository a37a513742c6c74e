import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { reactSource } from '../rebuild/element-source.ts';
import { installNext } from '../rebuild/next.ts';
import type { Workspace } from '../rebuild/workspace.ts';
import { documentOf, type PeerPage } from './peer-page.ts';

/**
 * Builds the pages with Next.js as its guide recommends: App Router, server components, static export. Each kind is a
 * folder in `app` with a layout (the document) and a page (the content of the body). None of them is a client
 * component.
 * @returns the folder with the exported pages
 */
export async function buildNextApp(workspace: Workspace, pages: readonly PeerPage[]): Promise<string> {
  const folder = join(workspace.folder, 'next');
  for (const page of pages) await writePage(folder, page);
  await writeFile(join(folder, 'package.json'), JSON.stringify({ private: true, type: 'module' }));
  await writeFile(join(folder, 'next.config.mjs'), `export default { output: 'export' };\n`);
  await installNext(workspace, folder);
  await workspace.run({
    program: process.execPath,
    args: [join(folder, 'node_modules/next/dist/bin/next'), 'build'],
    env: { NODE_ENV: 'production', NEXT_TELEMETRY_DISABLED: '1' },
    cwd: folder,
  });
  return join(folder, 'out');
}

async function writePage(folder: string, { kind, html, shape, values }: PeerPage): Promise<void> {
  const own = join(folder, 'app', kind);
  const { html: root, body } = documentOf(html);
  await mkdir(own, { recursive: true });
  await writeFile(join(own, 'frame.js'), reactSource({ frames: [shape], cards: [] }));
  await writeFile(join(own, 'data.json'), JSON.stringify(values));
  await writeFile(
    join(own, 'layout.js'),
    `import { createElement as h } from 'react';
import values from './data.json' with { type: 'json' };
import { headOf } from './frame.js';
export default function Layout({ children }) {
  return h('html', { lang: ${JSON.stringify(root['lang'] ?? '')} },
    h('head', null, headOf({ shape: 0, values })), h('body', { className: ${JSON.stringify(body['class'] ?? '')} }, children));
}
`,
  );
  await writeFile(
    join(own, 'page.js'),
    `import values from './data.json' with { type: 'json' };
import { frameOf } from './frame.js';
export default function Page() {
  return frameOf({ shape: 0, values }, []);
}
`,
  );
}
