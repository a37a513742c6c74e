import { ConfigError, EXIT } from '#src/lib/errors.ts';
import type { Fault } from '../../tests/faults/fault.ts';
import { FAULTS } from '../../tests/faults/index.ts';
import { copyProject } from './copy.ts';
import { type Outcome, tryFault } from './trial.ts';

interface Tried {
  readonly line: string;
  readonly fault: string;
  readonly outcome: Outcome;
}

/** @throws ConfigError for an area that there is none of */
export function selectFaults(areas: readonly string[]): readonly Fault[] {
  const unknown = areas.find((area) => !(area in FAULTS));
  if (unknown !== undefined)
    throw new ConfigError(`There are no faults "${unknown}". There are: ${Object.keys(FAULTS).join(', ')}.`);
  return Object.entries(FAULTS).flatMap(([area, faults]) => (areas.length === 0 || areas.includes(area) ? faults : []));
}

/** Tries one fault after the other. @returns the exit code: 1 where a test did not notice one */
export async function tryFaults(faults: readonly Fault[], json: boolean): Promise<number> {
  const copy = await copyProject();
  const tried: Tried[] = [];
  try {
    for (const fault of faults) {
      const outcome = await tryFault(copy.root, fault);
      tried.push({ line: fault.line, fault: fault.fault, outcome });
      process.stderr.write(`${tried.length}/${faults.length} ${outcome}: ${fault.fault} (${fault.test.file})\n`);
    }
  } finally {
    await copy.remove();
  }
  const caught = tried.filter(({ outcome }) => outcome === 'caught').length;
  process.stdout.write(
    json ? `${JSON.stringify({ faults: tried, caught })}\n` : `${caught} of ${tried.length} faults caught\n`,
  );
  return caught === tried.length ? EXIT.done : EXIT.failure;
}
