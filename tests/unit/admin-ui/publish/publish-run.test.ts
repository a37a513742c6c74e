import { afterEach, describe, expect, test, vi } from 'vitest';
import { type BrandRun, listen, outcomeOf, type Run } from '#src/admin-ui/publish/publish-run.ts';

const brand = (state: BrandRun['state']): BrandRun => ({
  brand: 'local',
  state,
  stage: null,
  done: null,
  total: null,
  report: null,
  message: null,
});

const run = (ended: string | null, ...states: BrandRun['state'][]): Run => ({
  id: 7,
  by: 'owner@example.org',
  started: '2026-03-02T12:00:00Z',
  ended,
  brands: states.map(brand),
});

const LATER = '2026-03-02T12:01:00Z';

describe('what came of a run', () => {
  test('is not known before its end', () => {
    expect(outcomeOf(run(null, 'done', 'running'))).toBeNull();
  });

  test('is good where all brands are done, and bad where one failed', () => {
    expect(outcomeOf(run(LATER, 'done', 'done'))).toBe('published');
    expect(outcomeOf(run(LATER, 'done', 'failed', 'cancelled'))).toBe('failed');
    expect(outcomeOf(run(LATER, 'done', 'cancelled'))).toBe('cancelled');
  });
});

class FakeSource extends EventTarget {
  static last: FakeSource | undefined;
  readonly url: string;
  isClosed = false;
  constructor(url: string) {
    super();
    this.url = url;
    FakeSource.last = this;
  }
  close() {
    this.isClosed = true;
  }
  tell(type: string, data: unknown) {
    this.dispatchEvent(new MessageEvent(type, { data: JSON.stringify(data) }));
  }
}

describe('listening to a run', () => {
  afterEach(() => {
    FakeSource.last = undefined;
  });

  test('passes on what it tells, survives a lost connection, and ends with it', () => {
    vi.stubGlobal('EventSource', FakeSource);
    const told: unknown[] = [];
    listen(7, {
      onRun: ({ ended }) => told.push(ended),
      onLost: () => told.push('lost'),
      onEnd: () => told.push('end'),
    });
    const source = FakeSource.last;
    expect(source?.url).toBe('/api/publish/7/events');
    source?.tell('run', run(null, 'running'));
    source?.dispatchEvent(new Event('error'));
    expect(source?.isClosed).toBe(false);
    source?.tell('run', run(LATER, 'done'));
    source?.tell('end', {});
    expect(told).toEqual([null, 'lost', LATER, 'end']);
    expect(source?.isClosed).toBe(true);
  });
});
