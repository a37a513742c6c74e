import { describe, expect, it } from 'vitest';
import { judgeDependencies } from '../../../../scripts/checks/dependencies.ts';
import { formatFinding } from '../../../../scripts/checks/finding.ts';
import { judgeSizes } from '../../../../scripts/checks/sizes.ts';

describe('judgeSizes', () => {
  it.each([
    ['src/lib/a.ts', 350, 0],
    ['src/lib/a.ts', 351, 1],
    ['src/pages/a.astro', 400, 1],
    ['src/api/seed/names.ts', 900, 0],
    ['src/contract/locales.ts', 400, 0],
  ])('judges %s of %d lines', (path, lines, findings) => {
    expect(judgeSizes([{ path, lines, imports: [] }])).toHaveLength(findings);
  });
});

describe('judgeDependencies', () => {
  const reasons = '| `a` | Because. |\n';

  function judge(dependencies: Record<string, string>, text = reasons, imported: string[] = []): string[] {
    const imports = imported.map((specifier) => ({ specifier, line: 3, typeOnly: false }));
    const modules = [{ path: 'src/server/a.ts', lines: 3, imports }];
    return judgeDependencies(JSON.stringify({ dependencies }, null, 2), text, modules).map(formatFinding);
  }

  it('is content with exact versions that have a reason', () => {
    expect(judge({ a: '1.2.3' }, reasons, ['a/b.js', 'node:fs'])).toEqual([]);
    expect(judge({ a: '1.2.3-beta.4' })).toEqual([]);
  });

  it.each(['^1.2.3', '~1.2.3', '*', 'latest', 'github:x/y'])('refuses the version %s', (version) => {
    expect(judge({ a: version })).toEqual([expect.stringMatching(/^package\.json:3: versions are exact/)]);
  });

  it('asks for a reason of each', () => {
    expect(judge({ a: '1.2.3', b: '1.0.0' })).toEqual([expect.stringContaining('package.json:4: b has no reason')]);
  });

  it('finds reasons of packages that are gone', () => {
    const broken = judge({ a: '1.2.3' }, `${reasons}| \`b\` | Was. |\n`);
    expect(broken).toEqual([expect.stringContaining('docs/dependencies.md:2: b is not in')]);
  });

  it('finds a server that imports what is no dependency', () => {
    expect(judge({ a: '1.2.3' }, reasons, ['typescript'])).toEqual([
      expect.stringContaining('src/server/a.ts:3: typescript is imported here'),
    ]);
  });
});
