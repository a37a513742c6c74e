import { loadavg } from 'node:os';
import { ConfigError, EXIT } from '#src/lib/errors.ts';
import { isWithinLimits, machine, tableOf } from '../bench/report.ts';
import type { Part, PartResult, SizeUnit } from './part.ts';
import { answersPart } from './parts/answers.ts';
import { booksPart } from './parts/books.ts';
import { brandsPart } from './parts/brands.ts';
import { cachePart } from './parts/cache.ts';
import { chaosPart } from './parts/chaos.ts';
import { fuzzPart } from './parts/fuzz.ts';
import { killPart } from './parts/kill.ts';
import { linksPart } from './parts/links.ts';
import { lockPart } from './parts/lock.ts';
import { overloadPart } from './parts/overload.ts';
import { publishPart } from './parts/publish.ts';
import { queuePart } from './parts/queue.ts';
import { resetsPart } from './parts/resets.ts';
import { soakPart } from './parts/soak.ts';
import { storePart } from './parts/store.ts';
import { untrustedPart } from './parts/untrusted.ts';
import { waitersPart } from './parts/waiters.ts';
import { type HardSite, startHardSite } from './site.ts';

export const PARTS: readonly Part[] = [
  fuzzPart,
  brandsPart,
  cachePart,
  chaosPart,
  resetsPart,
  answersPart,
  lockPart,
  waitersPart,
  overloadPart,
  soakPart,
  publishPart,
  killPart,
  queuePart,
  booksPart,
  linksPart,
  storePart,
  untrustedPart,
];

/**
 * Factor by which time limits are longer with `--quick`. The machine then runs other tests too, so the limits only stop
 * parts that hang.
 */
export const QUICK_SLACK = 100;
const MAX_FINDINGS = 20;

interface HardOptions extends Partial<Record<SizeUnit, string>> {
  readonly only?: readonly string[];
  readonly quick: boolean;
  readonly seed?: string;
  readonly json: boolean;
}

export interface RanPart extends PartResult {
  readonly name: string;
  /** Size of the part, with its unit. */
  readonly size: string;
  readonly seconds: number;
}

/**
 * Runs the parts one after another and prints their figures.
 * @returns the exit code
 */
export async function runHardTests(options: HardOptions): Promise<number> {
  const seed = numberOf(options.seed, '--seed') ?? Math.floor(Math.random() * 2 ** 31);
  const parts = selectParts(options.only);
  process.stderr.write(`seed ${seed}, load ${loadText()}\n`);
  const ran: RanPart[] = [];
  await withParts(async (run) => {
    for (const part of parts) {
      const size = numberOf(options[part.unit], `--${part.unit}`) ?? (options.quick ? part.quick : part.full);
      const one = await run(part, { size, seed, slack: options.quick ? QUICK_SLACK : 1 });
      ran.push(one);
      process.stderr.write(textOf(one));
    }
  });
  if (options.json) process.stdout.write(`${JSON.stringify({ seed, load: loadavg(), parts: ran })}\n`);
  return ran.every(isPassed) ? EXIT.done : EXIT.failure;
}

const loadText = () =>
  loadavg()
    .map((load) => load.toFixed(1))
    .join(' ');

export type RunPart = (part: Part, given: { size: number; seed: number; slack: number }) => Promise<RanPart>;

/** Calls `work` with a function that runs a part. Stops the site afterwards. */
export async function withParts(work: (run: RunPart) => Promise<void>): Promise<void> {
  let started: Promise<HardSite> | undefined;
  const site = () => {
    started ??= startHardSite();
    return started;
  };
  try {
    await work(async (part, options) => {
      const began = performance.now();
      const { rows, findings } = await part.run({ ...options, site });
      const seconds = Math.round((performance.now() - began) / 100) / 10;
      return { name: part.name, size: `${options.size} ${part.unit}`, seconds, rows, findings };
    });
  } finally {
    await (await started?.catch(() => undefined))?.close();
  }
}

const isPassed = ({ rows, findings }: PartResult) => findings.length === 0 && rows.every(isWithinLimits);

function textOf({ name, size, seconds, rows, findings }: RanPart): string {
  const table = tableOf({ name: `\n${name}: ${size} in ${seconds} s, load ${loadText()},`, machine: machine(), rows });
  const shown = findings.slice(0, MAX_FINDINGS).map((finding) => `  FOUND ${finding}\n`);
  const more = findings.length > MAX_FINDINGS ? `  and ${findings.length - MAX_FINDINGS} more\n` : '';
  return table + shown.join('') + more;
}

function selectParts(only: readonly string[] | undefined): readonly Part[] {
  const names = only?.flatMap((value) => value.split(',')).filter((name) => name !== '');
  const unknown = names?.find((name) => !PARTS.some((part) => part.name === name));
  if (unknown !== undefined || names?.length === 0)
    throw new ConfigError(`--only takes: ${PARTS.map(({ name }) => name).join(', ')}; got "${unknown ?? ''}".`);
  return names ? PARTS.filter(({ name }) => names.includes(name)) : PARTS;
}

function numberOf(text: string | undefined, option: string): number | undefined {
  if (text === undefined) return undefined;
  if (/^\d{1,10}$/.test(text) && Number(text) > 0) return Number(text);
  throw new ConfigError(`${option} is "${text}". Give a whole number above 0.`);
}
