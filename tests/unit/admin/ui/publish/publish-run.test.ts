import { afterEach, describe, expect, test, vi } from 'vitest';
import type { BrandRun, PublishRun } from '#src/admin/contract/publish.ts';
import { listen, outcomeOf } from '#src/admin/ui/publish/publish-run.ts';

const brand = (state: BrandRun['state']): BrandRun => ({
  brand: 'local',
  state,
  stage: '',
  done: 0,
  total: 0,
  exitCode: null,
  report: null,
  message: '',
});

const run = (ended: string | null, ...states: BrandRun['state'][]): PublishRun => ({
  id: '7',
  by: 'owner@example.org',
  started: '2026-03-02T12:00:00Z',
  ended,
  brands: states.map(brand),
});

const LATER = '2026-03-02T12:01:00Z';

describe('outcomeOf, the outcome of a publishing run', () => {
  test('returns null until the run ends', () => {
    expect(outcomeOf(run(null, 'done', 'running'))).toBeNull();
  });

  test('returns published if all brands are done, failed if any brand failed, and otherwise cancelled', () => {
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
  emit(type: string, data: unknown) {
    this.dispatchEvent(new MessageEvent(type, { data: JSON.stringify(data) }));
  }
}

describe('listen, which follows a publishing run', () => {
  afterEach(() => {
    FakeSource.last = undefined;
  });

  test('forwards events, continues after a lost connection, and closes when the run ends', () => {
    vi.stubGlobal('EventSource', FakeSource);
    const events: unknown[] = [];
    listen('7', {
      onRun: ({ ended }) => events.push(ended),
      onLost: () => events.push('lost'),
      onEnd: () => events.push('end'),
    });
    const source = FakeSource.last;
    expect(source?.url).toBe('/api/publish/7/events');
    source?.emit('run', run(null, 'running'));
    source?.dispatchEvent(new Event('error'));
    expect(source?.isClosed).toBe(false);
    source?.emit('run', run(LATER, 'done'));
    source?.emit('end', {});
    expect(events).toEqual([null, 'lost', LATER, 'end']);
    expect(source?.isClosed).toBe(true);
  });
});
