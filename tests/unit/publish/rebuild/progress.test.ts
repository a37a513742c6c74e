import { describe, expect, it } from 'vitest';
import {
  loggedProgress,
  progressLine,
  type ReportedProgress,
  reportedProgress,
  terminalProgress,
} from '#src/publish/rebuild/progress.ts';
import { recordingLog } from '../../../helpers/recording-log.ts';

describe('progressLine, which shows the progress of a rebuild in one line', () => {
  it.each([
    [{ name: 'planning', total: 0, done: 0, seconds: 3 }, 'planning'],
    [{ name: 'rendering', total: 100, done: 0, seconds: 0 }, `rendering ${'░'.repeat(24)} 0/100 · 0 pages/s`],
    [
      { name: 'rendering', total: 100, done: 25, seconds: 5 },
      `rendering ${'█'.repeat(6)}${'░'.repeat(18)} 25/100 · 5 pages/s · 15 s left`,
    ],
  ])('shows the progress for %j', (state, line) => {
    expect(progressLine(state)).toBe(line);
  });
});

describe('loggedProgress, which logs the progress of a rebuild', () => {
  it('logs each stage, and its progress every ten seconds', () => {
    let now = 0;
    const { log, lines } = recordingLog();
    const progress = loggedProgress(log, () => now);
    progress.begin('one');
    progress.stage('planning');
    progress.stage('rendering', 100);
    for (let step = 0; step < 100; step += 1) {
      now += 250;
      progress.step();
    }
    progress.end();
    expect(lines.map((line) => JSON.parse(line)).map(({ time: _, ...fields }) => fields)).toEqual([
      { level: 'info', brand: 'one', stage: 'planning', msg: 'progress' },
      { level: 'info', brand: 'one', stage: 'rendering', done: 0, total: 100, msg: 'progress' },
      { level: 'info', brand: 'one', stage: 'rendering', done: 40, total: 100, msg: 'progress' },
      { level: 'info', brand: 'one', stage: 'rendering', done: 80, total: 100, msg: 'progress' },
    ]);
  });
});

describe('reportedProgress, which reports the progress of a rebuild', () => {
  it('reports stages and the end immediately, and other progress at most four times a second', () => {
    let now = 0;
    const reported: ReportedProgress[] = [];
    const progress = reportedProgress(
      (state) => reported.push(state),
      () => now,
    );
    progress.begin('one');
    progress.stage('planning');
    progress.stage('rendering', 10);
    for (let step = 0; step < 10; step += 1) {
      now += 100;
      progress.step();
    }
    progress.end();
    const rendering = { stage: 'rendering', total: 10 };
    expect(reported).toEqual([
      { stage: 'planning', done: 0, total: 0 },
      ...[0, 3, 6, 9, 10].map((done) => ({ ...rendering, done })),
    ]);
  });
});

describe('terminalProgress, which draws the progress of a rebuild', () => {
  it('draws at most ten times a second, and clears its line at the end', () => {
    let now = 0;
    const output: string[] = [];
    const progress = terminalProgress(
      (text) => output.push(text),
      () => now,
    );
    progress.stage('rendering', 100);
    for (let step = 0; step < 100; step += 1) {
      now += 10;
      progress.step();
    }
    progress.end();
    expect(output).toHaveLength(12);
    expect(output.at(-1)).toBe('');
  });
});
