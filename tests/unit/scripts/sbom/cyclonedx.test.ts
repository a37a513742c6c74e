import { describe, expect, it } from 'vitest';
import { sbomOf } from '../../../../scripts/sbom/cyclonedx.ts';
import { type LockedPackage, withFolder } from '../../../../scripts/sbom/lockfile.ts';

const INTEGRITY = `sha512-${Buffer.alloc(64, 1).toString('base64')}`;
const locked = (version: string, more: LockedPackage = {}): LockedPackage => ({
  version,
  license: 'MIT',
  integrity: INTEGRITY,
  ...more,
});

function bill(packages: Record<string, LockedPackage>) {
  const own = { license: 'MIT', dependencies: { a: '1.0.0' } };
  return sbomOf({ name: 'site', version: '2.0.0', packages: { '': own, ...packages } }, 'A site.');
}

describe('the software bill of materials', () => {
  it('omits packages that only tests and builds use, but includes fonts and icons that browsers load', () => {
    const { components } = bill({
      'node_modules/a': locked('1.0.0'),
      'node_modules/test-runner': locked('1.0.0', { dev: true }),
      'node_modules/@fontsource/rubik': locked('5.0.0', { dev: true, license: 'OFL-1.1' }),
      'node_modules/shared-with-tests': locked('1.0.0', { devOptional: true }),
    });
    expect(components.map(({ purl, scope }) => [purl, scope])).toEqual([
      ['pkg:npm/%40fontsource/rubik@5.0.0', 'required'],
      ['pkg:npm/a@1.0.0', 'required'],
      ['pkg:npm/shared-with-tests@1.0.0', 'optional'],
    ]);
    expect(components[0]).toMatchObject({ group: '@fontsource', name: 'rubik' });
  });

  it('records which package uses which of two versions, as Node resolves them', () => {
    const { dependencies } = bill({
      'node_modules/a': locked('1.0.0', { dependencies: { b: '^1.0.0', c: '*' } }),
      'node_modules/a/node_modules/b': locked('1.0.0', { dependencies: { c: '*' } }),
      'node_modules/b': locked('2.0.0'),
      'node_modules/c': locked('1.0.0', { dependencies: { b: '*' } }),
    });
    expect(Object.fromEntries(dependencies.map(({ ref, dependsOn }) => [ref.slice(8), dependsOn]))).toEqual({
      'site@2.0.0': ['pkg:npm/a@1.0.0'],
      'a@1.0.0': ['pkg:npm/b@1.0.0', 'pkg:npm/c@1.0.0'],
      'b@1.0.0': ['pkg:npm/c@1.0.0'],
      'b@2.0.0': [],
      'c@1.0.0': ['pkg:npm/b@2.0.0'],
    });
  });

  it('lists the packages of a nested folder, and looks for their dependencies in that folder first', () => {
    const own = { name: 'site', version: '2.0.0', packages: { '': { license: 'MIT', dependencies: { a: '1.0.0' } } } };
    const packages = { 'node_modules/a': locked('1.0.0'), 'node_modules/b': locked('1.0.0') };
    const ui = {
      '': { dependencies: { c: '1.0.0' } },
      'node_modules/a': locked('3.0.0'),
      'node_modules/c': locked('1.0.0', { dependencies: { a: '*', b: '*' } }),
    };
    const joined = withFolder({ ...own, packages: { ...own.packages, ...packages } }, 'ui', { ...own, packages: ui });
    const { dependencies } = sbomOf(joined, 'A site.');
    expect(Object.fromEntries(dependencies.map(({ ref, dependsOn }) => [ref.slice(8), dependsOn]))).toMatchObject({
      'site@2.0.0': ['pkg:npm/a@1.0.0', 'pkg:npm/c@1.0.0'],
      'c@1.0.0': ['pkg:npm/a@3.0.0', 'pkg:npm/b@1.0.0'],
    });
  });

  it('lists a package only once if it is installed twice', () => {
    const { components, dependencies } = bill({
      'node_modules/a/node_modules/b': locked('1.0.0', { optional: true }),
      'node_modules/b': locked('1.0.0'),
    });
    expect(components.map(({ purl, scope }) => [purl, scope])).toEqual([['pkg:npm/b@1.0.0', 'required']]);
    expect(dependencies).toHaveLength(2);
  });

  it('writes a single licence as an id, and several licences as an expression', () => {
    const { components } = bill({
      'node_modules/a': locked('1.0.0', { license: 'BSD-3-Clause' }),
      'node_modules/b': locked('1.0.0', { license: '(MIT OR GPL-3.0-or-later)' }),
    });
    expect(components.map(({ licenses }) => licenses)).toEqual([
      [{ license: { id: 'BSD-3-Clause' } }],
      [{ expression: '(MIT OR GPL-3.0-or-later)' }],
    ]);
  });

  it.each([
    ['licence', { license: '' }],
    ['SHA-512', { integrity: 'sha1-2jmj7l5rSw0yVb/vlWAYkK/YBwk=' }],
  ])('rejects a package without %s', (what, entry) => {
    const field = what === 'licence' ? 'license' : what;
    expect(() => bill({ 'node_modules/a': locked('1.0.0', entry) })).toThrow(`has no ${field} for node_modules/a`);
  });
});
