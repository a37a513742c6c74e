import { cp, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Finding } from '../../../../scripts/checks/finding.ts';
import { checkImports, codeOfAstro } from '../../../../scripts/checks/imports.ts';

const ROOT = join(import.meta.dirname, '../../../..');

/** Files of a small project, with their imports. */
const FILES: Readonly<Record<string, string>> = {
  // Imports that are allowed.
  'src/shell/state/good.ts': "import '#src/contract/client/call.ts';\nimport './other.ts';",
  'src/shell/state/other.ts': 'export const other = 1;',
  'src/contract/client/call.ts': 'export const call = 1;',
  'src/features/search/island/Good.tsx':
    "import type { Brand } from '#src/brand/public-brand.ts';\nexport const brand: Brand = 1;",
  'src/brand/public-brand.ts': 'export type Brand = 1;\nexport const brand: Brand = 1;',
  'src/serve/good.ts': "import '#src/shell/head/robots.ts';",
  'src/shell/head/robots.ts': 'export const robots = 1;',
  'src/pages/good.astro': "---\nimport '#src/publish/snapshot/good.ts';\n---\n<p />",
  'src/publish/snapshot/good.ts': 'export const good = 1;',
  'src/contract/client/client.server.ts': "import 'undici';\nimport 'node:fs';",
  'src/env.d.ts': "import '#src/api/server.ts';",
  'scripts/start.ts': "import '#src/api/server.ts';",
  'src/api/server.ts': "import 'fastify';",
  'src/admin/ui/good.ts': "import type { Book } from '../contract/records.ts';\nexport const book: Book = 1;",
  'src/admin/contract/records.ts': "import '#src/contract/call.ts';\nexport type Book = 1;\nexport const Book = 1;",
  'src/admin/server/good.ts': "import '#src/admin/contract/records.ts';\nexport type Row = 1;",
  // Imports that are forbidden.
  'src/admin/ui/values.ts': "import { Book } from '../contract/records.ts';\nexport const book = Book;",
  'src/admin/ui/server-types.ts': "import type { Row } from '../server/good.ts';\nexport const row: Row = 1;",
  'src/lib/hash.ts': "import '#src/contract/call.ts';",
  'src/contract/call.ts': 'export const call = 1;',
  'src/features/search/island/Values.tsx':
    "import { brand } from '#src/brand/public-brand.ts';\nexport const value = brand;",
  'src/features/search/island/Mixed.tsx':
    "import { type Brand, brand } from '#src/brand/public-brand.ts';\nexport const value: Brand = brand;",
  'src/serve/bad.ts': "import '#src/shell/head/build-head.ts';",
  'src/shell/head/build-head.ts': 'export const head = 1;',
  'src/pages/bad.astro':
    "---\nimport type { A } from '#src/api/server.ts';\n---\n<script>import '#src/shell/state/good.ts';</script>",
  'src/features/reader/marks/state.ts': "import React from 'react';\nexport const react = React;",
  'src/fresh/index.ts': "import './other.ts';",
  'src/fresh/other.ts': 'export const other = 1;',
  'src/shell/page/book-card.ts': "import 'astro:config/server';",
  'src/features/home/view.ts': "import '../../pages/good.astro';",
  'src/features/account/island/Name.tsx': "import '../../search/island/Good.tsx';",
  'src/shell/ui/Frame.astro': "---\nimport '#src/features/listing/Tabs.astro';\n---\n<p />",
  'src/features/listing/Tabs.astro': '<p />',
  'src/features/fresh/view.ts': "import '../listing/views/lists.ts';",
  'src/features/listing/views/lists.ts': 'export const lists = 1;',
  'src/features/fresh/head.ts': "import './other-head.ts';",
  'src/features/fresh/other-head.ts': 'export const other = 1;',
  'src/publish/rebuild/dev.ts': "import 'vitest';",
  'src/publish/rebuild/gone.ts': "import './nowhere.ts';",
  'brands/moon/brand.ts': "import '#src/routes/paths.ts';",
  'src/routes/paths.ts': 'export const paths = 1;',
  'src/features/library/state/far.ts': "import '#src/lib/first.ts';",
  'src/lib/first.ts': "import './second.ts';",
  'src/lib/second.ts': "import 'node:fs';",
  'src/features/search/state.ts': "import type { T } from '#src/lib/typed.ts';\nexport const t: T = 1;",
  'src/features/search/state/typed.ts': "export type { T } from '#src/lib/typed.ts';",
  'src/lib/typed.ts': "import 'node:fs';\nexport type T = 1;",
  'src/contract/client/http.ts': "import './client.server.ts';",
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
    'src/shell/state/good.ts',
    'src/features/search/island/Good.tsx',
    'src/serve/good.ts',
    'src/pages/good.astro',
    'src/contract/client/client.server.ts',
    'src/env.d.ts',
    'scripts/start.ts',
    'src/api/server.ts',
    'src/features/search/state.ts',
    'src/features/search/state/typed.ts',
    'src/features/fresh/head.ts',
    'src/admin/ui/good.ts',
    'src/admin/contract/records.ts',
    'src/admin/server/good.ts',
  ])('allow all imports in %s', (file) => {
    expect(rulesBrokenBy(file)).toEqual([]);
  });

  it.each([
    ['src/lib/hash.ts', 'lib-imports'],
    ['src/features/search/island/Values.tsx', 'island-imports-types-of-brand'],
    ['src/features/search/island/Mixed.tsx', 'island-imports-types-of-brand'],
    ['src/serve/bad.ts', 'serve-imports'],
    ['src/features/reader/marks/state.ts', 'state-packages'],
    ['src/features/account/island/Name.tsx', 'feature-account'],
    ['src/shell/ui/Frame.astro', 'shell-imports-no-feature'],
    ['src/features/fresh/view.ts', 'feature-without-row'],
    ['src/fresh/index.ts', 'no-unknown-part'],
    ['src/shell/page/book-card.ts', 'plain-node'],
    ['src/features/home/view.ts', 'plain-node'],
    ['src/publish/rebuild/dev.ts', 'no-development-package'],
    ['src/publish/rebuild/gone.ts', 'not-resolved'],
    ['brands/moon/brand.ts', 'brands-imports'],
    ['src/features/library/state/far.ts', 'browser-reaches-server'],
    ['src/contract/client/http.ts', 'browser-reaches-server'],
    ['src/contract/crypto.ts', 'browser-reaches-server'],
    ['src/admin/ui/values.ts', 'admin/ui-imports-types-of-admin/contract'],
    ['src/admin/ui/server-types.ts', 'admin/ui-imports'],
  ])('report that %s breaks the rule %s', (file, rule) => {
    expect(rulesBrokenBy(file)).toContain(rule);
  });

  it('cover the frontmatter and scripts in .astro files', () => {
    expect(findings.filter(({ file }) => file === 'src/pages/bad.astro').map(({ rule }) => rule)).toEqual([
      'pages-imports: src/pages/bad.astro -> src/api/server.ts',
      'pages-imports: src/pages/bad.astro -> src/shell/state/good.ts',
    ]);
  });

  it('show the chain of imports that leads to server code, and how to fix it', () => {
    const finding = findings.find(({ file }) => file === 'src/features/library/state/far.ts');
    expect(finding?.rule).toBe(
      'browser-reaches-server: src/features/library/state/far.ts -> src/lib/first.ts -> src/lib/second.ts -> fs',
    );
    expect(finding?.remedy).toContain('*.server.ts');
  });

  it('list the parts that a part may import', () => {
    expect(findings.find(({ file }) => file === 'src/lib/hash.ts')?.remedy).toContain('lib may import: nothing');
  });
});

describe('codeOfAstro', () => {
  it('keeps the frontmatter and module scripts at their line numbers', () => {
    const text = "---\nimport a from 'a';\n---\n<p>b</p>\n<script is:inline>c</script>\n<script>import 'd';</script>\n";
    expect(
      codeOfAstro(text)
        .split('\n')
        .map((line) => line.trim()),
    ).toEqual(['', "import a from 'a';", '', '', '', "import 'd';", '']);
  });
});
