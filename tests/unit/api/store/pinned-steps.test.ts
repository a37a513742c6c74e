import { describe, expect, it } from 'vitest';
import { POSTGRES_CATALOGUE } from '#src/api/store/postgres/schema-catalogue.ts';
import { POSTGRES_VISITORS } from '#src/api/store/postgres/schema-visitors.ts';
import { CATALOGUE_SCHEMA } from '#src/api/store/schema-catalogue.ts';
import { VISITORS_SCHEMA } from '#src/api/store/schema-visitors.ts';
import { hash } from '#src/lib/hash.ts';

/** Hashes of the migration steps of each schema. Steps that are functions have no hash. */
const PINNED: Readonly<Record<string, readonly (string | undefined)[]>> = {
  catalogue: [
    '6472244357b59c6a',
    'e352914014bf41ac',
    '6457b80e1f92f9b6',
    '1d6b4bcb83275f88',
    'a430cac112b45883',
    'a5221112720a865b',
    '6bd94c9ec1cf350e',
    '54eb6a461583f431',
    'd6038769a6b48099',
    '96c4bc8180f7408c',
    'e38f9f5146275e69',
    'e3b0c44298fc1c14',
    '6614bb320c058691',
    'e3b0c44298fc1c14',
    '6041a125f9320025',
    '32f098b03d0b4935',
    'e8ba922c81e94822',
    'f31a4c210e3f6f83',
    '2155ae4c01cc6544',
    '2b0a6cb09db76e5a',
  ],
  visitors: [
    'c1e063db5875e031',
    '38df46be1f3b9121',
    '71f19213c102160a',
    '8c0d92ea59850622',
    '37031642f522f820',
    '63c59136f0078f62',
    '384f53fd606fbf1b',
    'f4708a30cefce776',
    'ebdfaeb24133d176',
    '5470adec645f5388',
    '660b05678886bad0',
    '0a2b8fdb4f858326',
    'ea55e09a553ea8bb',
    '23a0e922d78bba9f',
    '2e9cee9d3605a64c',
  ],
  'catalogue in PostgreSQL': [
    '723fa31acdf57c9e',
    '9d21a82ddca1c914',
    undefined,
    '4bc72a9eba3afe51',
    undefined,
    '766a03c519a139bb',
    'e90777c5fc31bdc1',
    'c05234bfc9fc9e64',
    'de897df2c8875306',
    'b35925635dc3b47b',
  ],
  'visitors in PostgreSQL': [
    '87e4d19ece949c72',
    '222f85bcb4e52741',
    undefined,
    'b51133dfe5c0f264',
    '57b580d9eaac2f08',
    '1eaa60dababb2c56',
  ],
};

const ADVICE =
  'A step of the schema changed. Stores that have run it keep its former tables. Leave the steps as they are and append one ' +
  'that makes the change, in both databases; then append its hash here.';

const SCHEMAS = {
  catalogue: CATALOGUE_SCHEMA,
  visitors: VISITORS_SCHEMA,
  'catalogue in PostgreSQL': POSTGRES_CATALOGUE,
  'visitors in PostgreSQL': POSTGRES_VISITORS,
};

/** Removes comments and unifies white space, because both may change in a released step. */
const normalized = (step: string) => step.replaceAll(/--.*$/gm, '').replaceAll(/\s+/g, ' ').trim();

describe.each(Object.entries(SCHEMAS))('the schema "%s"', (name, schema) => {
  it('changes only by appending migration steps', () => {
    const hashes = schema.map((step) => (typeof step === 'string' ? hash(normalized(step), 16) : undefined));
    expect(hashes, ADVICE).toEqual(PINNED[name]);
  });
});
