import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type Module, readModules, resolveImport } from '../../../scripts/checks/modules.ts';

const ROOT = join(import.meta.dirname, '../../..');

/** Everything a browser loads for these modules, now or later. */
function reached(start: readonly Module[], modules: readonly Module[]): Set<string> {
  const graph = new Map(modules.map((module) => [module.path, module]));
  const seen = new Set<string>();
  const pending = start.map(({ path }) => path);
  for (let path = pending.pop(); path !== undefined; path = pending.pop()) {
    if (seen.has(path)) continue;
    seen.add(path);
    for (const { specifier, typeOnly } of graph.get(path)?.imports ?? []) {
      const target = resolveImport(specifier, path);
      if (!typeOnly && target.kind === 'file') pending.push(target.path);
      if (!typeOnly && target.kind === 'package') seen.add(target.name);
    }
  }
  return seen;
}

describe('code of the islands', () => {
  it('carries neither the table of all calls nor a library that belongs to the server', async () => {
    const modules = await readModules(ROOT, ['src']);
    const islands = modules.filter(({ path }) => path.startsWith('src/islands/'));
    const all = reached(islands, modules);
    expect(islands.length).toBeGreaterThan(10);
    expect(all).toContain('src/contract/calls/history-sync.ts');
    for (const banned of ['src/contract/index.ts', 'src/api-client/absence.ts', 'i18next', 'undici', 'sanitize-html']) {
      expect(all).not.toContain(banned);
    }
  });
});
