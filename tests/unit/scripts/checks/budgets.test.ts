import { describe, expect, it } from 'vitest';
import { checkDependencies } from '../../../../scripts/checks/dependencies.ts';
import { formatFinding } from '../../../../scripts/checks/finding.ts';
import { checkSizes } from '../../../../scripts/checks/sizes.ts';

describe('checkSizes', () => {
  it.each([
    ['src/lib/a.ts', 350, 0],
    ['src/lib/a.ts', 351, 1],
    ['src/pages/a.astro', 400, 1],
    ['src/api/seed/names.ts', 900, 0],
    ['src/contract/locales.ts', 400, 0],
  ])('for %s with %d lines returns %d findings', (path, lines, findings) => {
    expect(checkSizes([{ path, lines }])).toHaveLength(findings);
  });
});

describe('checkDependencies', () => {
  const reasons = '| `a` | Because. |\n';

  function findingsOf(dependencies: Record<string, string>, text = reasons): string[] {
    return checkDependencies([{ file: 'package.json', text: JSON.stringify({ dependencies }, null, 2) }], text).map(
      formatFinding,
    );
  }

  it('accepts exact versions with a reason, also for packages installed under another name', () => {
    expect(findingsOf({ a: '1.2.3' }, reasons)).toEqual([]);
    expect(findingsOf({ a: '1.2.3-beta.4' })).toEqual([]);
    expect(findingsOf({ a: 'npm:b@1.2.3' })).toEqual([]);
  });

  it.each(['^1.2.3', '~1.2.3', '*', 'latest', 'github:x/y'])('rejects the version %s', (version) => {
    expect(findingsOf({ a: version })).toEqual([expect.stringMatching(/^package\.json:3: versions must be exact/)]);
  });

  it('requires a reason for each package', () => {
    expect(findingsOf({ a: '1.2.3', b: '1.0.0' })).toEqual([
      expect.stringContaining('package.json:4: docs/develop/dependencies.md has no reason for b'),
    ]);
  });

  it('reads every package.json, and names it in its findings', () => {
    const manifest = (file: string, version: string) => ({
      file,
      text: JSON.stringify({ dependencies: { a: version } }),
    });
    const findings = checkDependencies(
      [manifest('package.json', '1.0.0'), manifest('ui/package.json', '^1.0.0')],
      reasons,
    );
    expect(findings.map(formatFinding)).toEqual([
      expect.stringMatching(/^ui\/package\.json:1: versions must be exact/),
    ]);
  });

  it('reports reasons for packages that were removed', () => {
    const broken = findingsOf({ a: '1.2.3' }, `${reasons}| \`b\` | Was. |\n`);
    expect(broken).toEqual([expect.stringContaining('docs/develop/dependencies.md:2: b is in no')]);
  });
});
