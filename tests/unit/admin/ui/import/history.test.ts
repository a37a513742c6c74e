import { describe, expect, test } from 'vitest';
import { changedTo, historyOf, MAX_UNDO_STEPS, redone, undone } from '#src/admin/ui/import/history.ts';

describe('the undo history of import corrections', () => {
  const twoSteps = changedTo(changedTo(historyOf('a'), 'b', 'to b'), 'c', 'to c');

  test('undoes and redoes step by step', () => {
    expect(undone(twoSteps).present).toBe('b');
    expect(undone(undone(twoSteps)).present).toBe('a');
    expect(redone(undone(undone(twoSteps))).present).toBe('b');
    expect(redone(redone(undone(undone(twoSteps))))).toEqual(twoSteps);
  });

  test('names the steps that can be undone and redone', () => {
    expect(undone(twoSteps).past.map(({ what }) => what)).toEqual(['to b']);
    expect(undone(twoSteps).future.map(({ what }) => what)).toEqual(['to c']);
  });

  test('is unchanged by undoing at its start, redoing at its end, and a change to the same value', () => {
    const start = historyOf('a');
    expect(undone(start)).toBe(start);
    expect(redone(start)).toBe(start);
    expect(changedTo(undone(twoSteps), 'b', 'to b').future).toHaveLength(1);
  });

  test('drops undone steps after a new change', () => {
    expect(changedTo(undone(twoSteps), 'd', 'to d')).toMatchObject({ present: 'd', future: [] });
  });

  test('keeps only a limited number of steps', () => {
    let history = historyOf(0);
    for (let value = 1; value <= MAX_UNDO_STEPS + 5; value += 1) history = changedTo(history, value, String(value));
    expect(history.past).toHaveLength(MAX_UNDO_STEPS);
    expect(history.past[0]?.value).toBe(5);
  });
});
