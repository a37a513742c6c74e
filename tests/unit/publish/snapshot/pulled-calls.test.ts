import { globSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import * as contract from '#src/contract/index.ts';
import { type AnyCall, CALLS, reportAdd } from '#src/contract/index.ts';
import { CONTENT_CALLS } from '#src/publish/snapshot/contract-fingerprint.ts';

const importsOf = (file: string) =>
  [...readFileSync(file, 'utf8').matchAll(/^import \{([^}]*)\} from '#(src\/[^']+)';/gm)].map(
    ([, names = '', from = '']) => ({ names: names.split(',').map((name) => name.trim()), from }),
  );

/** The calls that a file imports, and those imported by the features that it uses. */
function callsIn(file: string): AnyCall[] {
  const exported: Readonly<Record<string, unknown>> = contract;
  return importsOf(file).flatMap(({ names, from }) => {
    if (from.startsWith('src/features/')) return callsIn(from);
    if (!from.startsWith('src/contract/')) return [];
    return names.flatMap((name) => CALLS.filter((call) => call === exported[name]));
  });
}

/** Calls that a pull does not make, although a feature that it uses imports them. */
const ON_REQUEST: readonly AnyCall[] = [reportAdd];
const imported = new Set(globSync('src/publish/snapshot/pull-*.ts').flatMap(callsIn));
const pulled = [...imported].filter((call) => !ON_REQUEST.includes(call));

/** Pulled calls whose data needs no place in the contract fingerprint, with the reason. */
const NOT_IN_FINGERPRINT: Readonly<Record<string, string>> = {
  'search.multi': 'only its books are stored, with the schema of book.list',
};

it('the calls that a sync pulls either have schemas in the contract fingerprint or are listed with a reason', () => {
  expect(pulled.length).toBeGreaterThan(15);
  const others = pulled.filter((call) => !CONTENT_CALLS.includes(call));
  expect(others.map(({ name }) => name)).toEqual(Object.keys(NOT_IN_FINGERPRINT));
});
