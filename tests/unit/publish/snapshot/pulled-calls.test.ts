import { globSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import * as contract from '#src/contract/index.ts';
import { type AnyCall, CALLS, reportAdd } from '#src/contract/index.ts';
import { STORED_CALLS } from '#src/publish/snapshot/contract-fingerprint.ts';
import { isReadByItem } from '#src/publish/snapshot/dropped-items.ts';
import { OF_ONE_BOOK } from '#src/publish/snapshot/pull-book-details.ts';

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
const namesOf = (calls: readonly AnyCall[]) => calls.map(({ name }) => name).sort();
const pulledCallsWith = (...parameters: string[]) =>
  namesOf(pulled.filter(({ params }) => parameters.some((name) => name in params.entries)));
const schemaOf = ({ data }: AnyCall) => JSON.stringify(data);

/** Calls whose data needs no place in the contract fingerprint, with the reason. */
const NOT_STORED: Readonly<Record<string, string>> = {
  'search.multi': 'only its books are stored, with the schema of book.list',
};

describe('the calls that a sync pulls', () => {
  it('either have a schema in the contract fingerprint, or are listed with the reason why they do not', () => {
    expect(pulled.length).toBeGreaterThan(15);
    // Lists of books have the same schema as the books of author.home.
    const stored = STORED_CALLS.map(schemaOf).join('\n');
    const others = pulled.filter((call) => !stored.includes(schemaOf(call)));
    expect(namesOf(others)).toEqual(Object.keys(NOT_STORED).sort());
  });

  it('only affect the pages of one book if they are about one book', () => {
    expect(OF_ONE_BOOK.toSorted()).toEqual(pulledCallsWith('book_id'));
  });

  it('are rejected as a whole if their parameters name the books', () => {
    expect(namesOf(CALLS.filter((call) => !isReadByItem(call)))).toEqual(pulledCallsWith('book_id', 'ids'));
  });
});
