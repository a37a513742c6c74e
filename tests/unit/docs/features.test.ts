import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import * as contract from '#src/contract/index.ts';

const FEATURES = readdirSync('src/features', { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => join('src/features', name));

/** The calls of the contract by the name of their constant. */
const CALLS = Object.entries(contract as Readonly<Record<string, unknown>>).flatMap(([constant, value]) => {
  const call = contract.CALLS.find((candidate) => candidate === value);
  return call ? [{ constant, name: call.name }] : [];
});

/** Names of the calls that the code in a folder uses, apart from their types. */
function callsIn(folder: string): string[] {
  const code = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.(ts|tsx|astro)$/.test(name))
    .map((name) => readFileSync(join(folder, name), 'utf8').replaceAll(/^import type [^;]*;$/gm, ''))
    .join('\n');
  return CALLS.filter(({ constant }) => new RegExp(`\\b${constant}\\b`).test(code)).map(({ name }) => name);
}

describe.each(FEATURES)('the documentation of %s', (folder) => {
  const file = join(folder, 'README.md');
  const text = existsSync(file) ? readFileSync(file, 'utf8') : '';
  const [, line = ''] = /^- Calls: (.*(?:\n {2}.*)*)/m.exec(text) ?? [];
  const described = [...line.matchAll(/`([\w.*]+)`/g)].map(([, name = '']) => name);

  it('is a README with the URLs, calls and stored data of the feature', () => {
    const labels = ['Address', 'Calls', 'Stored in the browser'];
    expect(labels.filter((label) => !new RegExp(`^- ${label}`, 'm').test(text))).toEqual([]);
  });

  it('lists every call that the feature makes', () => {
    // `auth.*` stands for all calls of a domain.
    const isDescribed = (name: string) => described.includes(name) || described.includes(`${name.split('.')[0]}.*`);
    expect(callsIn(folder).filter((name) => !isDescribed(name))).toEqual([]);
  });

  it('lists only calls of the contract', () => {
    const exists = (name: string) =>
      CALLS.some((call) => call.name === name || `${call.name.split('.')[0]}.*` === name);
    expect(described.filter((name) => !exists(name))).toEqual([]);
  });
});
