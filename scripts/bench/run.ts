import { ConfigError, EXIT } from '#src/lib/errors.ts';
import { benchCatalogue } from './catalogue.ts';
import { benchNovels } from './novels.ts';
import { benchReader } from './reader.ts';
import { type Bench, isKept, tableOf } from './report.ts';

/** The benches by name; each is given how many rounds to take, and the files named after it. */
const BENCHES: Readonly<Record<string, (rounds: number, files: readonly string[]) => Promise<Bench>>> = {
  catalogue: benchCatalogue,
  novels: benchNovels,
  reader: benchReader,
};

const ROUNDS = 3;

export async function runBench(options: { quick: boolean; json: boolean }, names: readonly string[]): Promise<number> {
  const [name = '', ...files] = names;
  const bench = Object.hasOwn(BENCHES, name) ? BENCHES[name] : undefined;
  if (!bench || (files.length > 0 && name !== 'novels'))
    throw new ConfigError(`Name one bench: ${Object.keys(BENCHES).join(', ')}.`);
  const measured = await bench(options.quick ? 1 : ROUNDS, files);
  process.stderr.write(tableOf(measured));
  if (options.json) process.stdout.write(`${JSON.stringify(measured)}\n`);
  return measured.rows.every(isKept) ? EXIT.done : EXIT.fault;
}
