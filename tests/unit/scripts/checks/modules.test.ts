import { describe, expect, it } from 'vitest';
import { partOf, readModules, resolveImport } from '../../../../scripts/checks/modules.ts';

describe('partOf', () => {
  it.each([
    ['src/lib/hash.ts', 'lib'],
    ['src/api/store/database.ts', 'api'],
    ['src/browser/inline/mode.js', 'browser/inline'],
    ['src/routes/parse.ts', 'routes'],
    ['brands/moon/brand.ts', 'brands'],
    ['scripts/checks/main.ts', 'scripts'],
  ])('puts %s in %s', (path, part) => {
    expect(partOf(path)).toBe(part);
  });
});

describe('resolveImport', () => {
  it.each([
    ['#src/lib/hash.ts', { kind: 'file', path: 'src/lib/hash.ts' }],
    ['./b.ts', { kind: 'file', path: 'src/view-models/b.ts' }],
    ['../browser/inline/mode.js?raw', { kind: 'file', path: 'src/browser/inline/mode.js' }],
    ['../../brands/moon/brand.ts', { kind: 'file', path: 'brands/moon/brand.ts' }],
    ['node:fs/promises', { kind: 'node' }],
    ['path', { kind: 'node' }],
    ['astro:middleware', { kind: 'virtual' }],
    ['astro/config', { kind: 'package', name: 'astro' }],
    ['@nanostores/react', { kind: 'package', name: '@nanostores/react' }],
    ['@astrojs/node/server.js', { kind: 'package', name: '@astrojs/node' }],
  ])('leads %s to its target', (specifier, target) => {
    expect(resolveImport(specifier, 'src/view-models/a.ts')).toEqual(target);
  });
});

describe('readModules', () => {
  it('reads this project, and nothing where a folder is not there', async () => {
    const modules = await readModules(process.cwd(), ['scripts', 'no-such-folder']);
    const run = modules.find(({ path }) => path === 'scripts/run.mjs');
    expect(run?.imports.map(({ specifier }) => specifier)).toContain('./bootstrap/install.mjs');
    expect(run?.lines).toBeGreaterThan(20);
  });
});
