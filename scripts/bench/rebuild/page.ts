import { LecternError } from '#src/lib/errors.ts';
import { type BenchRow, lessIsBetter, rowWithoutPeer } from '../report.ts';
import { startLectern } from './lectern.ts';
import { logStep, median } from './measure.ts';
import type { StepCost } from './page-cost.ts';
import type { Workspace } from './workspace.ts';

/** Number of pages in the catalogue: enough to measure MEASURED listing pages. */
const PAGES = 5_000;
const MEASURED = 1_000;
/** Minimum number of rounds. The first round runs code that is not optimized yet. */
const MIN_ROUNDS = 5;

/** Experimental steps, which are not part of a page's cost. */
const EXPERIMENTAL = /^(?:requested HTML|br-[245])$/;

/**
 * Measures the cost of a page in processor time, which other load on the machine hardly affects. Reports the minimum
 * and the median of all rounds.
 */
export async function pageRows(
  workspace: Workspace,
  { pages = PAGES, rounds }: { pages?: number | undefined; rounds: number },
) {
  const lectern = await startLectern(workspace, pages);
  try {
    await lectern.rebuild(['--dry-run']);
    logStep('measuring the steps of a page');
    return rowsOf(await lectern.pageCost(MEASURED, Math.max(rounds, MIN_ROUNDS)));
  } finally {
    await lectern.close();
  }
}

function rowsOf(costs: readonly StepCost[]): BenchRow[] {
  const minimum = (step: string) => Math.min(...costOf(costs, step).ms);
  const medianOf = (step: string) => median(costOf(costs, step).ms);
  const steps = costs.map(({ step }) => step).filter((step) => !EXPERIMENTAL.test(step));
  const sumOf = (cost: (step: string) => number) => steps.reduce((sum, step) => sum + cost(step), 0);
  const costWithRequests = (cost: (step: string) => number) => sumOf(cost) - cost('HTML') + cost('requested HTML');
  return [
    lessIsBetter('page/HTML vs requested HTML, minimum', minimum('HTML'), minimum('requested HTML'), 'ms', 1.5),
    lessIsBetter('page/HTML vs requested HTML, median', medianOf('HTML'), medianOf('requested HTML'), 'ms'),
    lessIsBetter(
      'page/all steps vs steps with requested HTML, minimum',
      sumOf(minimum),
      costWithRequests(minimum),
      'ms',
    ),
    lessIsBetter(
      'page/all steps vs steps with requested HTML, median',
      sumOf(medianOf),
      costWithRequests(medianOf),
      'ms',
    ),
    ...costs.flatMap(({ step, bytes }) => [
      rowWithoutPeer(`page/${step}, minimum`, minimum(step), 'ms'),
      rowWithoutPeer(`page/${step}, median`, medianOf(step), 'ms'),
      ...(bytes > 0 ? [rowWithoutPeer(`page/${step}`, bytes, 'bytes')] : []),
    ]),
  ];
}

function costOf(costs: readonly StepCost[], step: string): StepCost {
  const cost = costs.find((one) => one.step === step);
  if (cost) return cost;
  throw new LecternError('BENCH', `The step ${step} was not measured.`);
}
