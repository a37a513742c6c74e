import { afterAll, beforeAll, expect, it } from 'vitest';
import { isWithinLimits } from '../../../scripts/bench/report.ts';
import type { Part } from '../../../scripts/hard/part.ts';
import { PARTS, QUICK_SLACK, type RunPart, withParts } from '../../../scripts/hard/run.ts';

let run: RunPart;
let end: () => void;
let ended: Promise<void>;

beforeAll(async () => {
  await new Promise<void>((ready) => {
    ended = withParts(async (runPart) => {
      run = runPart;
      ready();
      await new Promise<void>((resolve) => {
        end = resolve;
      });
    });
  });
});
afterAll(async () => {
  end?.();
  await ended;
});

it.each(PARTS)('the hard test $name stays within its limits: $about', async (part: Part) => {
  const { rows, findings } = await run(part, { size: part.quick, seed: 20_261_123, slack: QUICK_SLACK });
  expect(findings).toEqual([]);
  expect(rows.filter((row) => !isWithinLimits(row))).toEqual([]);
});
