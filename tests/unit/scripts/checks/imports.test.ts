import { cp, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Finding } from '../../../../scripts/checks/finding.ts';
import { checkImports, codeOfAstro } from '../../../../scripts/checks/imports.ts';

const ROOT = join(import.meta.dirname, '../../../..');

/** A small project: each file with what it imports. */
const FILES: Readonly<Record<string, string>> = {
  // What may be imported.
  'src/stores/good.ts': "import '#src/api-client/call.ts';\nimport './other.ts';",
  'src/stores/other.ts': 'export const other = 1;',
  'src/api-client/call.ts': 'export const call = 1;',
  'src/islands/Good.tsx': "import type { Brand } from '#src/brand/public-brand.ts';\nexport const brand: Brand = 1;",
  'src/brand/public-brand.ts': 'export type Brand = 1;\nexport const brand: Brand = 1;',
  'src/server/good.ts': "import '#src/seo/robots.ts';",
  'src/seo/robots.ts': 'export const robots = 1;',
  'src/pages/good.astro': "---\nimport '#src/snapshot/good.ts';\n---\n<p />",
  'src/snapshot/good.ts': 'export const good = 1;',
  'src/api-client/client.server.ts': "import 'undici';\nimport 'node:fs';",
  'src/env.d.ts': "import '#src/api/server.ts';",
  'scripts/start.ts': "import '#src/api/server.ts';",
  'src/api/server.ts': "import 'fastify';",
  // What may not.
  'src/lib/hash.ts': "import '#src/contract/call.ts';",
  'src/contract/call.ts': 'export const call = 1;',
  'src/islands/Values.tsx': "import { brand } from '#src/brand/public-brand.ts';\nexport const value = brand;",
  'src/islands/Mixed.tsx':
    "import { type Brand, brand } from '#src/brand/public-brand.ts';\nexport const value: Brand = brand;",
  'src/server/bad.ts': "import '#src/seo/build-head.ts';",
  'src/seo/build-head.ts': 'export const head = 1;',
  'src/pages/bad.astro':
    "---\nimport type { A } from '#src/api/server.ts';\n---\n<script>import '#src/stores/good.ts';</script>",
  'src/stores/react.ts': "import React from 'react';\nexport const react = React;",
  'src/fresh/index.ts': "import './other.ts';",
  'src/fresh/other.ts': 'export const other = 1;',
  'src/view-models/book-card.ts': "import 'astro:config/server';",
  'src/view-models/page.ts': "import '../pages/good.astro';",
  'src/rebuild/dev.ts': "import 'vitest';",
  'src/rebuild/gone.ts': "import './nowhere.ts';",
  'brands/moon/brand.ts': "import '#src/routes/paths.ts';",
  'src/routes/paths.ts': 'export const paths = 1;',
  'src/stores/far.ts': "import '#src/lib/first.ts';",
  'src/lib/first.ts': "import './second.ts';",
  'src/lib/second.ts': "import 'node:fs';",
  'src/stores/suggestions.ts': "import type { T } from '#src/lib/typed.ts';\nexport const t: T = 1;",
  'src/lib/typed.ts': "import 'node:fs';\nexport type T = 1;",
  'src/api-client/http.ts': "import './client.server.ts';",
  'src/contract/crypto.ts': "import 'node:crypto';",
};

let root: string;
let findings: Finding[];

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'lectern-imports-test-'));
  for (const file of ['package.json', 'tsconfig.json']) await cp(join(ROOT, file), join(root, file));
  await symlink(join(ROOT, 'node_modules'), join(root, 'node_modules'));
  for (const [file, text] of Object.entries(FILES)) {
    await mkdir(dirname(join(root, file)), { recursive: true });
    await writeFile(join(root, file), `${text}\n`);
  }
  ({ findings } = await checkImports(root));
}, 600_000);
afterAll(() => rm(root, { recursive: true }));

const rulesBrokenBy = (file: string) =>
  findings.filter((finding) => finding.file === file).map(({ rule }) => rule.slice(0, rule.indexOf(':')));

describe('the import rules', () => {
  it.each([
    'src/stores/good.ts',
    'src/islands/Good.tsx',
    'src/server/good.ts',
    'src/pages/good.astro',
    'src/api-client/client.server.ts',
    'src/env.d.ts',
    'scripts/start.ts',
    'src/api/server.ts',
    'src/stores/suggestions.ts',
  ])('allow what %s imports', (file) => {
    expect(rulesBrokenBy(file)).toEqual([]);
  });

  it.each([
    ['src/lib/hash.ts', 'lib-imports'],
    ['src/islands/Values.tsx', 'islands-imports-types-of-brand'],
    ['src/islands/Mixed.tsx', 'islands-imports-types-of-brand'],
    ['src/server/bad.ts', 'server-imports'],
    ['src/stores/react.ts', 'stores-packages'],
    ['src/fresh/index.ts', 'no-unknown-part'],
    ['src/view-models/book-card.ts', 'plain-node'],
    ['src/view-models/page.ts', 'plain-node'],
    ['src/rebuild/dev.ts', 'no-development-package'],
    ['src/rebuild/gone.ts', 'not-resolved'],
    ['brands/moon/brand.ts', 'brands-imports'],
    ['src/stores/far.ts', 'browser-reaches-server'],
    ['src/api-client/http.ts', 'browser-reaches-server'],
    ['src/contract/crypto.ts', 'browser-reaches-server'],
  ])('find that %s breaks %s', (file, rule) => {
    expect(rulesBrokenBy(file)).toContain(rule);
  });

  it('read the frontmatter and the scripts of .astro files', () => {
    expect(findings.filter(({ file }) => file === 'src/pages/bad.astro').map(({ rule }) => rule)).toEqual([
      'pages-imports: src/pages/bad.astro -> src/api/server.ts',
      'pages-imports: src/pages/bad.astro -> src/stores/good.ts',
    ]);
  });

  it('name the way to the code of the server, and what to do about it', () => {
    const finding = findings.find(({ file }) => file === 'src/stores/far.ts');
    expect(finding?.rule).toBe(
      'browser-reaches-server: src/stores/far.ts -> src/lib/first.ts -> src/lib/second.ts -> fs',
    );
    expect(finding?.remedy).toContain('*.server.ts');
  });

  it('say what a part may import instead', () => {
    expect(findings.find(({ file }) => file === 'src/lib/hash.ts')?.remedy).toContain('lib may import: nothing');
  });
});

describe('codeOfAstro', () => {
  it('keeps the frontmatter and module scripts on their lines', () => {
    const text = "---\nimport a from 'a';\n---\n<p>b</p>\n<script is:inline>c</script>\n<script>import 'd';</script>\n";
    expect(
      codeOfAstro(text)
        .split('\n')
        .map((line) => line.trim()),
    ).toEqual(['', "import a from 'a';", '', '', '', "import 'd';", '']);
  });
});
