import { join } from 'node:path';
import { type CopiedTable, type StorePlace, transferStore } from '#src/api/index.ts';
import { type Config, getConfig } from '#src/config/config.ts';
import { postgresOf, shownPostgres } from '#src/config/postgres.ts';
import { ConfigError } from '#src/lib/errors.ts';
import { print } from '#src/lib/print.ts';
import { counted } from '#src/lib/text.ts';

interface CopyArguments {
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  readonly json: boolean;
}

const USE =
  'Use: npm run store -- copy --from STORE --to STORE, where STORE is sqlite, LECTERN_STORE or a PostgreSQL address.';

/** Copies a store into an empty one and prints a summary. */
export async function copyStoreTo(args: CopyArguments, [action, ...more]: readonly string[]): Promise<void> {
  if (action !== 'copy' || more.length > 0 || !args.from || !args.to) throw new ConfigError(USE);
  const config = getConfig(process.env);
  const from = placeOf(args.from, '--from', config);
  const to = placeOf(args.to, '--to', config);
  if (from.postgres === to.postgres)
    throw new ConfigError('--from and --to are the same store. Give a different target.');
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
  print(args.json ? `${JSON.stringify(copy)}\n` : textOf(copy));
}

function placeOf(text: string, option: string, { state, store }: Config): StorePlace {
  const folder = join(state, 'api');
  if (text === 'sqlite') return { folder, postgres: undefined };
  if (text !== 'LECTERN_STORE') return { folder, postgres: postgresOf(text, option) };
  if (store === undefined) throw new ConfigError(`${option} is LECTERN_STORE, which is not set.`);
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
    `Copied ${counted(rows, 'row')} from ${from} to ${to} in ${seconds} s:`,
    ...tables
      .filter((table) => table.rows > 0)
      .map(({ database, table, rows: count }) => `${String(count).padStart(NUMBER_WIDTH)}  ${database}.${table}`),
    'Counts and checksums match; the search indexes were rebuilt.',
    `The copy has the state of ${asOf}; later writes to the source are missing.`,
    `Covers and pictures were not copied; they are files in ${media}.`,
    '',
  ].join('\n');
