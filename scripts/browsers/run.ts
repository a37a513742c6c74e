import { resolve } from 'node:path';
import { ConfigError, EXIT, messageOf } from '#src/lib/errors.ts';
import { ENGINES, type Engine } from './engines.ts';
import { openGate } from './gate.ts';
import { Interruption, interruption, watchSignals } from './interruption.ts';
import { takePictures } from './pictures.ts';
import { openWalkSite } from './site.ts';
import { createVisitor } from './visitor.ts';
import { BRAND, type Memory, STEPS, type Step, take } from './walk.ts';

/** Result of a step in a browser. */
export interface StepResult {
  readonly engine: string;
  readonly step: string;
  readonly ms: number;
  /** Description of the problem; undefined if the step passed. */
  readonly fault: string | undefined;
}

/** Runs the steps in one browser with an empty profile. If the browser does not start, every step fails. */
export async function walkIn(
  engine: Engine,
  steps: readonly Step[],
  sitePort: number,
  report: (result: StepResult) => void,
): Promise<readonly StepResult[]> {
  const results: StepResult[] = [];
  const note = (step: string, began: number, fault?: string) => {
    const result = { engine: engine.name, step, ms: performance.now() - began, fault };
    results.push(result);
    report(result);
  };
  await using open = new AsyncDisposableStack();
  const gate = await openGate(sitePort, engine.scripts);
  open.defer(gate.close);
  const began = performance.now();
  try {
    const driver = await engine.launch();
    const close = onceOnly(driver.close);
    open.defer(close);
    interruption.addEventListener('abort', () => void close().catch(() => {}), { once: true });
    const visitor = createVisitor(driver, gate, BRAND);
    const memory: Memory = {};
    for (const step of steps) {
      if (interruption.aborted) break;
      const started = performance.now();
      try {
        await take(step, visitor, memory);
        note(step.name, started);
      } catch (error) {
        note(step.name, started, messageOf(error));
        gate.restore();
      }
    }
  } catch (error) {
    for (const { name } of steps.slice(results.length)) note(name, began, messageOf(error));
  }
  return results;
}

interface BrowserTestOptions {
  readonly only?: readonly string[];
  readonly short: boolean;
  readonly pictures?: string;
}

/**
 * Walks through a temporary site in the chosen browsers, one after another.
 * @returns the exit code
 */
export async function runBrowserTests(options: BrowserTestOptions): Promise<number> {
  watchSignals();
  try {
    return await walkInAll(options);
  } catch (error) {
    if (!(interruption.reason instanceof Interruption)) throw error;
    process.stderr.write(`${interruption.reason.message}\n`);
    return interruption.reason.exitCode;
  }
}

/** @throws Interruption */
async function walkInAll({ only, short, pictures }: BrowserTestOptions): Promise<number> {
  const engines = selectEngines(only);
  const steps = short ? STEPS.filter(({ isShort }) => isShort) : STEPS;
  await using site = await openWalkSite();
  const results: StepResult[] = [];
  for (const engine of engines) {
    interruption.throwIfAborted();
    results.push(...(await walkIn(engine, steps, site.port, (result) => process.stdout.write(lineOf(result)))));
    if (pictures !== undefined) await takePictures(engine, site.port, resolve(pictures));
  }
  interruption.throwIfAborted();
  const failed = results.filter(({ fault }) => fault !== undefined).length;
  process.stdout.write(`${results.length - failed} passed, ${failed} failed\n`);
  return failed === 0 ? EXIT.done : EXIT.failure;
}

/**
 * Returns a function that closes only once, because a signal may have closed the browser before the end of the walk.
 */
function onceOnly(close: () => Promise<void>): () => Promise<void> {
  let closing: Promise<void> | undefined;
  return () => (closing ??= close());
}

const lineOf = ({ engine, step, ms, fault }: StepResult) =>
  `${fault === undefined ? 'ok    ' : 'FAILED'} ${engine.padEnd(12)} ${step.padEnd(15)} ${(ms / 1000).toFixed(1)} s${fault === undefined ? '' : `: ${fault}`}\n`;

/** @throws ConfigError for an unknown engine */
function selectEngines(only: readonly string[] | undefined): readonly Engine[] {
  const names = only?.flatMap((value) => value.split(',')).filter((name) => name !== '');
  const unknown = names?.find((name) => !ENGINES.some((engine) => engine.name === name));
  if (unknown !== undefined || names?.length === 0)
    throw new ConfigError(`--only takes: ${ENGINES.map(({ name }) => name).join(', ')}; got "${unknown ?? ''}".`);
  return names ? ENGINES.filter(({ name }) => names.includes(name)) : ENGINES;
}
