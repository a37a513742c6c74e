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

// `$about` would be truncated to 40 characters.
it.each<[string, string, Part]>(PARTS.map((part) => [part.name, part.about, part]))(
  'the hard test "%s" stays within its limits: %s',
  async (_name, _about, part) => {
    const { rows, findings } = await run(part, { size: part.quick, seed: 20_261_123, slack: QUICK_SLACK });
    expect(findings).toEqual([]);
    expect(rows.filter((row) => !isWithinLimits(row))).toEqual([]);
  },
);
