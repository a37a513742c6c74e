import { describe, expect, it } from 'vitest';
import { judgeImports } from '../../../../scripts/checks/imports.ts';
import type { Module } from '../../../../scripts/checks/modules.ts';

function module(path: string, ...specifiers: string[]): Module {
  const imports = specifiers.map((entry, index) => ({
    specifier: entry.replace(/^type /, ''),
    typeOnly: entry.startsWith('type '),
    line: index + 1,
  }));
  return { path, lines: specifiers.length, imports };
}

function rulesBroken(...modules: Module[]): string[] {
  return judgeImports(modules).map(({ file, line, rule }) => `${file}:${line}: ${rule}`);
}

describe('judgeImports', () => {
  it.each([
    ['src/api-client/http.ts', '#src/contract/call.ts'],
    ['src/stores/book.ts', '#src/api-client/index.ts'],
    ['src/stores/book.ts', './local.ts'],
    ['src/islands/reader/Reader.tsx', '#src/stores/book.ts'],
    ['src/islands/reader/Reader.tsx', 'type #src/brand/public.ts'],
    ['src/islands/reader/Reader.tsx', 'type #src/i18n/keys.ts'],
    ['src/islands/reader/Reader.tsx', '#src/i18n/island-t.ts'],
    ['src/seo/head.ts', '#src/routes/paths.ts'],
    ['src/seo/head.ts', '#src/routes/parse.ts'],
    ['src/pages/index.astro', '#src/snapshot/index.ts'],
    ['src/pages/index.astro', '../browser/inline/mode.js?raw'],
    ['src/server/robots.ts', '#src/seo/robots.ts'],
    ['src/server/hosts.ts', '#src/contract/locales.ts'],
    ['src/rebuild/plan.ts', '#src/site-bundle/index.ts'],
    ['src/components/Card.astro', 'type #src/view-models/card.ts'],
    ['brands/moon/brand.ts', '#src/brand/define.ts'],
    ['scripts/start.ts', '#src/api/index.ts'],
    ['src/env.d.ts', '#src/api/index.ts'],
  ])('lets %s import %s', (path, specifier) => {
    expect(rulesBroken(module(path, specifier))).toEqual([]);
  });

  it.each([
    ['src/lib/hash.ts', '#src/contract/call.ts', 'lib must not import contract'],
    ['src/contract/call.ts', '../api-client/index.ts', 'contract must not import api-client'],
    ['src/stores/book.ts', '#src/routes/paths.ts', 'stores must not import routes'],
    ['src/stores/book.ts', 'react', 'stores must not import react'],
    ['src/islands/Bar.tsx', '#src/brand/public.ts', 'islands must not import values from brand'],
    ['src/islands/Bar.tsx', '#src/i18n/t.ts', 'islands must not import values from i18n'],
    ['src/islands/Bar.tsx', 'i18next', 'islands must not import i18next'],
    ['src/pages/index.astro', '#src/stores/book.ts', 'pages must not import stores'],
    ['src/pages/index.astro', 'type #src/api/index.ts', 'pages must not import api'],
    ['src/components/Card.astro', '#src/view-models/card.ts', 'components must not import values from view-models'],
    ['src/server/robots.ts', '#src/seo/head.ts', 'server must not import seo'],
    ['src/server/hosts.ts', '#src/contract/call.ts', 'server must not import contract'],
    ['src/server/hosts.ts', '#src/rebuild/plan.ts', 'server must not import rebuild'],
    ['src/rebuild/plan.ts', '#src/pages/_load.ts', 'rebuild must not import pages'],
    ['src/browser/inline/mode.js', '#src/routes/paths.ts', 'browser/inline must not import routes'],
    ['src/api/index.ts', '../../tests/helpers/console.ts', 'api must not import tests'],
    ['brands/moon/brand.ts', '#src/routes/paths.ts', 'brands must not import routes'],
    ['src/fresh/index.ts', './other.ts', 'there is no rule for what "fresh" may import'],
  ])('keeps %s from importing %s', (path, specifier, rule) => {
    expect(rulesBroken(module(path, specifier))).toEqual([expect.stringContaining(`${path}:1: ${rule}`)]);
  });

  it.each(['astro:config/server', './Page.astro', './Widget.tsx', 'import.meta.glob'])(
    'keeps what plain Node loads from needing Vite: %s',
    (specifier) => {
      expect(rulesBroken(module('src/view-models/card.ts', specifier))).toEqual([
        `src/view-models/card.ts:1: view-models is loaded by plain Node, and ${specifier} needs Vite`,
      ]);
    },
  );

  it('says what a part may import instead', () => {
    const [finding] = judgeImports([module('src/api-client/http.ts', '#src/api/index.ts')]);
    expect(finding?.remedy).toBe('api-client may import: lib, contract (scripts/checks/rules.ts).');
  });
});

describe('judgeImports on what browsers may load', () => {
  it.each([
    ['src/api-client/http.ts', 'undici'],
    ['src/contract/call.ts', 'node:crypto'],
    ['src/routes/paths.ts', 'fs'],
    ['src/api-client/http.ts', './http.server.ts'],
  ])('keeps %s from importing %s', (path, specifier) => {
    const [broken] = rulesBroken(module(path, specifier));
    expect(broken).toMatch(
      /runs in browsers, and this reaches (undici|node:crypto|fs|src\/api-client\/http\.server\.ts)$/,
    );
  });

  it('follows imports of other modules to the one that needs a server', () => {
    const broken = rulesBroken(
      module('src/stores/book.ts', 'nanostores', '#src/lib/a.ts'),
      module('src/lib/a.ts', './b.ts'),
      module('src/lib/b.ts', './a.ts', 'node:fs'),
    );
    expect(broken).toEqual([
      'src/stores/book.ts:2: stores runs in browsers, and this reaches src/lib/a.ts -> src/lib/b.ts -> node:fs',
    ]);
  });

  it('does not follow types', () => {
    const modules = [module('src/stores/book.ts', 'type #src/lib/a.ts'), module('src/lib/a.ts', 'node:fs')];
    expect(rulesBroken(...modules)).toEqual([]);
  });

  it('leaves *.server.ts their Node', () => {
    expect(rulesBroken(module('src/api-client/caller.server.ts', 'undici', 'node:timers'))).toEqual([]);
  });
});
