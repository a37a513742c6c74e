import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { formatFinding } from '../../../../scripts/checks/finding.ts';
import { checkLockfile, FLOORS } from '../../../../scripts/checks/lockfile.ts';

const SHA512 = `sha512-${'A'.repeat(86)}==`;
const resolved = 'https://registry.npmjs.org/a/-/a-1.0.0.tgz';
const floors = { b: ['1.10.0', 'CVE-1'] } as const;

function findingsOf(packages: Record<string, unknown>): string[] {
  return checkLockfile('package-lock.json', JSON.stringify({ packages: { '': {}, ...packages } }, null, 2), floors).map(
    formatFinding,
  );
}

describe('checkLockfile', () => {
  it('accepts registry packages with an integrity hash', () => {
    expect(findingsOf({ 'node_modules/a': { version: '0.1.0', integrity: SHA512, resolved } })).toEqual([]);
    expect(findingsOf({ 'node_modules/a/node_modules/b': { version: '1.10.0', integrity: SHA512, resolved } })).toEqual(
      [],
    );
  });

  it.each([
    ['nothing', undefined],
    ['SHA-1 alone', 'sha1-2jmj7l5rSw0yVb/vlWAYkK/YBwk='],
  ])('rejects a package with %s as its integrity hash', (_, integrity) => {
    expect(findingsOf({ 'node_modules/a': { version: '1.0.0', integrity, resolved } })).toEqual([
      expect.stringMatching(/^package-lock\.json:4: node_modules\/a has no SHA-512/),
    ]);
  });

  it.each([
    'https://elsewhere.example/a.tgz',
    'git+ssh://git@github.com/x/a.git',
    'https://registry.npmjs.org.example/a',
  ])('rejects a package from the URL %s', (resolved) => {
    expect(findingsOf({ 'node_modules/a': { version: '1.0.0', integrity: SHA512, resolved } })).toEqual([
      expect.stringContaining(`node_modules/a comes from ${resolved}`),
    ]);
  });

  it.each([
    ['a', undefined, 'a/-/a-1.0.0.tgz'],
    ['@a/b', undefined, '@a/b/-/b-1.0.0.tgz'],
    ['alias', 'a', 'a/-/a-1.0.0.tgz'],
  ])('rejects the package %s without a URL and suggests %s', (folder, name, url) => {
    const [finding = ''] = findingsOf({ [`node_modules/${folder}`]: { name, version: '1.0.0', integrity: SHA512 } });
    expect(finding).toContain(`node_modules/${folder} has no URL`);
    expect(finding).toContain(`"resolved": "https://registry.npmjs.org/${url}"`);
  });

  it.each([
    ['1.9.9', true],
    ['0.99.0', true],
    ['1.10.0', false],
    ['1.10.1', false],
    ['2.0.0', false],
    ['1.11.0-beta.1', false],
  ])('with a minimum version of 1.10.0 reports version %s: %s', (version, isOld) => {
    const findings = findingsOf({ 'node_modules/a/node_modules/b': { version, integrity: SHA512, resolved } });
    expect(findings).toEqual(
      isOld ? [expect.stringContaining(`is ${version}, which has CVE-1; it is fixed in 1.10.0`)] : [],
    );
  });

  it('has minimum versions only for packages in the lockfile', () => {
    const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8'));
    const names = new Set(Object.keys(packages).map((path) => path.split('node_modules/').at(-1)));
    expect(Object.keys(FLOORS).filter((name) => !names.has(name))).toEqual([]);
  });
});
