import { ConfigError, EXIT } from '#src/lib/errors.ts';
import { benchScale } from '../scale/simulation/bench.ts';
import { benchLighthouse } from './lighthouse.ts';
import { benchNovels } from './novels.ts';
import { benchReader } from './reader.ts';
import { benchRebuild } from './rebuild/index.ts';
import { type Bench, type BenchOptions, isWithinLimits, tableOf } from './report.ts';
import { benchSearch } from './search/index.ts';
import { benchServe } from './serve/index.ts';
import { benchTaps } from './taps/index.ts';
import { benchTexts } from './texts/index.ts';
import { benchWeight } from './weight/index.ts';

type RunBench = (rounds: number, files: readonly string[], options: BenchOptions) => Promise<Bench>;

/** The benches by name. Each receives the number of rounds, the files and the options. */
const BENCHES: Readonly<Record<string, RunBench>> = {
  lighthouse: benchLighthouse,
  novels: benchNovels,
  reader: benchReader,
  rebuild: benchRebuild,
  scale: benchScale,
  search: benchSearch,
  serve: benchServe,
  taps: benchTaps,
  texts: benchTexts,
  weight: benchWeight,
};

const ROUNDS = 3;

export async function runBench(options: BenchOptions, names: readonly string[]): Promise<number> {
  const [name = '', ...files] = names;
  const bench = Object.hasOwn(BENCHES, name) ? BENCHES[name] : undefined;
  if (!bench || (files.length > 0 && name !== 'novels'))
    throw new ConfigError(`Choose a bench: ${Object.keys(BENCHES).join(', ')}.`);
  const measured = await bench(options.quick ? 1 : ROUNDS, files, options);
  process.stderr.write(tableOf(measured));
  if (options.json) process.stdout.write(`${JSON.stringify(measured)}\n`);
  return measured.rows.every(isWithinLimits) ? EXIT.done : EXIT.failure;
}
