import { join } from 'node:path';
import { type CopiedTable, type StorePlace, transferStore } from '#src/api/index.ts';
import { type Config, getConfig } from '#src/lib/config.ts';
import { postgresOf, shownPostgres } from '#src/lib/config-postgres.ts';
import { ConfigError } from '#src/lib/errors.ts';

interface CopyArguments {
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  readonly json: boolean;
}

const USE = 'Use: npm run store -- copy --from STORE --to STORE, where STORE is sqlite, LECTERN_STORE or an address.';

/** Copies a store to an empty one, and prints what was copied. */
export async function copyStoreTo(given: CopyArguments, [action, ...more]: readonly string[]): Promise<void> {
  if (action !== 'copy' || more.length > 0 || !given.from || !given.to) throw new ConfigError(USE);
  const config = getConfig(process.env);
  const from = placeOf(given.from, '--from', config);
  const to = placeOf(given.to, '--to', config);
  if (from.postgres === to.postgres)
    throw new ConfigError('--from and --to name the same store. Name another as target.');
  const began = performance.now();
  const { asOf, tables } = await transferStore({ from, to });
  const copy = {
    from: nameOf(from),
    to: nameOf(to),
    asOf,
    seconds: Math.round((performance.now() - began) / 100) / 10,
    rows: tables.reduce((sum, { rows }) => sum + rows, 0),
    tables,
    media: join(config.state, 'api', 'media'),
  };
  process.stdout.write(given.json ? `${JSON.stringify(copy)}\n` : textOf(copy));
}

function placeOf(text: string, option: string, { state, store }: Config): StorePlace {
  const folder = join(state, 'api');
  if (text === 'sqlite') return { folder, postgres: undefined };
  if (text !== 'LECTERN_STORE') return { folder, postgres: postgresOf(text, option) };
  if (store === undefined) throw new ConfigError(`${option} names LECTERN_STORE, which is not set.`);
  return { folder, postgres: store };
}

const nameOf = ({ folder, postgres }: StorePlace) => (postgres === undefined ? folder : shownPostgres(postgres));

interface Copy {
  readonly from: string;
  readonly to: string;
  readonly asOf: string;
  readonly seconds: number;
  readonly rows: number;
  readonly tables: readonly CopiedTable[];
  readonly media: string;
}

const NUMBER_WIDTH = 10;

const textOf = ({ from, to, asOf, seconds, rows, tables, media }: Copy) =>
  [
    `Copied ${rows} rows from ${from} to ${to} in ${seconds} s:`,
    ...tables
      .filter((table) => table.rows > 0)
      .map(({ database, table, rows: count }) => `${String(count).padStart(NUMBER_WIDTH)}  ${database}.${table}`),
    'Counts and checksums are the same in both; the indexes of the search were made anew.',
    `It is the store as of ${asOf}: what was written to the source since is not in the copy.`,
    `Covers and pictures are files in ${media}, and were not copied.`,
    '',
  ].join('\n');
