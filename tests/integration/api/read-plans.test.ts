import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openStore, type Store } from '#src/api/index.ts';
import { sql } from '#src/api/store/sql.ts';
import { fillStore, makeEveryCall } from '../../helpers/every-call.ts';
import { recordStatements } from '../../helpers/statements.ts';

/** A step of SQLite's query plan. */
type Step = { readonly id: number; readonly parent: number; readonly detail: string };

interface Plan {
  readonly text: string;
  readonly steps: readonly Step[];
}

let folder: string;
let store: Store;
let plans: readonly Plan[];

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'lectern-plans-'));
  store = await openStore(folder);
  await fillStore(store);
  const recorded = recordStatements(store);
  await makeEveryCall(recorded.store);
  const statements = recorded.statements.filter(({ database }) => database === 'catalogue');
  plans = await Array.fromAsync(statements, async ({ query, text }) => ({
    text: text.replaceAll(/\s+/g, ' '),
    steps: await store.catalogue.all<Step>(sql`EXPLAIN QUERY PLAN ${query}`),
  }));
}, 120_000);
afterAll(async () => {
  await store.close();
  rmSync(folder, { recursive: true });
});

/** The tables in which the number of rows grows with the number of books in a section. */
const GROWING = ['books', 'memberships', 'authors', 'tags', 'keywords'];

/** Reads that sort many rows, with the reason. */
const SORTED_READS: readonly (readonly [RegExp, string])[] = [
  [/ORDER BY b\.(published_at|updated_at|rating|title_key)\b/, 'A visitor chose another order of a list.'],
  [/FROM genre_tags gt JOIN tags t/, 'Returns all tags of all genres.'],
  [/title_key LIKE \? .* ORDER BY id LIMIT 1000/, 'Only books whose titles begin with the same word.'],
];

/** The names of tables and subqueries in a statement, by their alias. */
function tablesOf(text: string): Map<string, string> {
  const found = [...text.matchAll(/(?:FROM|JOIN) (\w+)(?: (\w+))?/g)];
  return new Map(found.flatMap(([, table = '', alias = table]) => [[table, table] as const, [alias, table] as const]));
}

/** The steps that contain a step, from the inside. */
function parentsOf(step: Step, steps: readonly Step[]): readonly Step[] {
  const parent = steps.find(({ id }) => id === step.parent);
  return parent ? [parent, ...parentsOf(parent, steps)] : [];
}

/** The steps that read a part of a growing table, so that the statement sorts or groups all these rows. */
function sortedReads({ text, steps }: Plan): string[] {
  if (!steps.some(({ detail }) => /^USE TEMP B-TREE FOR (?:GROUP|ORDER|DISTINCT|count)/.test(detail))) return [];
  const tables = tablesOf(text);
  const isLimited = ({ detail }: Step) => {
    const [, name] = /^(?:CO-ROUTINE|MATERIALIZE) (\w+)$/.exec(detail) ?? [];
    return name !== undefined && new RegExp(String.raw`LIMIT [^()]+\) ${name}\b`).test(text);
  };
  const reads = steps.filter((step) => {
    const [, name = ''] = /^SEARCH (\w+) USING (?!INTEGER PRIMARY KEY)/.exec(step.detail) ?? [];
    const parents = parentsOf(step, steps);
    const isOfOneRow = parents.some(({ detail }) => detail.startsWith('CORRELATED'));
    return GROWING.includes(tables.get(name) ?? name) && !isOfOneRow && !parents.some(isLimited);
  });
  return reads.map(({ detail }) => `${detail}: ${text}`);
}

const isAllowed = (text: string) => SORTED_READS.some(([pattern]) => pattern.test(text));

// EXPLAIN QUERY PLAN exists only in SQLite. The same indexes exist in PostgreSQL (index-use.test.ts).
describe('the statements of all calls', () => {
  it('scan no table', () => {
    expect(plans.length).toBeGreaterThan(80);
    const scans = plans.flatMap(({ text, steps }) => {
      const subqueries = steps.map(({ detail }) => /^(?:CO-ROUTINE|MATERIALIZE) (.+)$/.exec(detail)?.[1]);
      return steps
        .filter(({ detail }) => /^SCAN (?!CONSTANT ROW)/.test(detail) && !detail.includes(' VIRTUAL TABLE '))
        .filter(({ detail }) => !subqueries.includes(/^SCAN (\S+)/.exec(detail)?.[1]))
        .map(({ detail }) => `${detail}: ${text}`);
    });
    expect(scans).toEqual(['SCAN brand_sets: SELECT 1 FROM brand_sets LIMIT 1']);
  });

  it('sort and group a bounded number of rows, unless listed with a reason', () => {
    expect(plans.filter(({ text }) => !isAllowed(text)).flatMap(sortedReads)).toEqual([]);
  });

  it('include every sorted read that has a reason', () => {
    const unused = SORTED_READS.filter(
      ([pattern]) => !plans.some((plan) => pattern.test(plan.text) && sortedReads(plan).length > 0),
    );
    expect(unused.map(([pattern]) => pattern)).toEqual([]);
  });
});
