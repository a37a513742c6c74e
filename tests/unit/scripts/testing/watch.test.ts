import { describe, expect, it } from 'vitest';
import { selectStages } from '../../../../scripts/testing/stages.ts';
import { watchStages } from '../../../../scripts/testing/watch.ts';

const watched = (only: string[] | undefined, args: string[] = []) => watchStages(selectStages(only), args);

describe('watchStages', () => {
  it('rejects several stages, stages without tests, and browser tests if no file is named', async () => {
    await expect(watched(undefined)).rejects.toThrow('--watch takes one stage');
    await expect(watched(['types'])).rejects.toThrow('--watch does not work with types.');
    await expect(watched(['e2e'])).rejects.toThrow('Give the browser tests to watch');
  });
});
