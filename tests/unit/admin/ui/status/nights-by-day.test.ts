import { describe, expect, test } from 'vitest';
import type { ShownNight } from '#src/admin/contract/status.ts';
import { nightsByDay, stagesOf } from '#src/admin/ui/status/nights-by-day.ts';

const night = (started: string, outcome: ShownNight['outcome'], seconds: ShownNight['seconds']) => ({
  started,
  outcome,
  seconds,
});

const NOW = new Date('2026-03-02T12:00:00Z');

describe('the days of nightsByDay', () => {
  test('contain the sum of the durations of each stage, without the total', () => {
    const [, day] = nightsByDay(
      [
        night('2026-03-02T03:15:00Z', 'published', { sync: 1, render: 2, total: 3 }),
        night('2026-03-02T04:00:00Z', 'failed', { sync: 4, total: 4 }),
      ],
      NOW,
      2,
    );
    expect(day).toEqual({ day: '2026-03-02', seconds: { sync: 5, render: 2 }, runs: 2, failed: 1 });
  });

  test('are the last 30 days, even those without runs', () => {
    const days = nightsByDay([], NOW);
    expect(days).toHaveLength(30);
    expect(days[0]).toEqual({ day: '2026-02-01', seconds: {}, runs: 0, failed: 0 });
    expect(days.at(-1)?.day).toBe('2026-03-02');
  });

  test('contain stages, and `stagesOf` lists each stage once', () => {
    const days = nightsByDay([night('2026-03-01T03:00:00Z', 'published', { sync: 1, render: 1 })], NOW, 3);
    expect(stagesOf([...days, ...days])).toEqual(['sync', 'render']);
  });
});
