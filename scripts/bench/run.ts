import { ConfigError, EXIT } from '#src/lib/errors.ts';
import { benchCatalogue } from './catalogue.ts';
import { type Bench, isKept, tableOf } from './report.ts';

/** The benches by name; each is given how many rounds to take. */
const BENCHES: Readonly<Record<string, (rounds: number) => Promise<Bench>>> = { catalogue: benchCatalogue };

const ROUNDS = 3;

export async function runBench(options: { quick: boolean; json: boolean }, names: readonly string[]): Promise<number> {
  const [name = '', ...more] = names;
  const bench = Object.hasOwn(BENCHES, name) ? BENCHES[name] : undefined;
  if (!bench || more.length > 0) throw new ConfigError(`Name one bench: ${Object.keys(BENCHES).join(', ')}.`);
  const measured = await bench(options.quick ? 1 : ROUNDS);
  process.stderr.write(tableOf(measured));
  if (options.json) process.stdout.write(`${JSON.stringify(measured)}\n`);
  return measured.rows.every(isKept) ? EXIT.done : EXIT.fault;
}
