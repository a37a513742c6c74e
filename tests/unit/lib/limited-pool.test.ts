import { afterEach, describe, expect, it } from 'vitest';
import type { JobUse } from '#src/lib/job-process.ts';
import { createLimitedPool, type LimitedPool } from '#src/lib/limited-pool.ts';

const LIMITS = { processorMs: 1000, memoryMiB: 200, what: 'The file', done: 'read', advice: 'Divide it.' };
const NAMES = ['echo', 'environment', 'spin', 'heap', 'buffers', 'sleep', 'vanish', 'refuse', 'break', 'emit'] as const;
type Name = (typeof NAMES)[number];

const module = new URL('../../helpers/limited-jobs-process.ts', import.meta.url);
const pools: LimitedPool<Name>[] = [];
afterEach(() => {
  for (const pool of pools.splice(0)) pool.close();
});

function start(more: { maxWaiting?: number; processorMs?: Partial<Record<Name, number>> } = {}) {
  const timeOf = (name: Name) => more.processorMs?.[name] ?? LIMITS.processorMs;
  const limits = Object.fromEntries(NAMES.map((name) => [name, { ...LIMITS, processorMs: timeOf(name) }]));
  const pool = createLimitedPool<Name>({ module, ...more, limits: limits as Record<Name, typeof LIMITS> });
  pools.push(pool);
  return pool;
}

const failureOf = (work: Promise<unknown>) =>
  work.then(
    () => 'done',
    (error: Error & { limit?: string }) => ({ limit: error.limit, message: error.message }),
  );

describe('a pool of processes with resource limits', () => {
  it('returns the result of a job, including bytes', async () => {
    const input = { bytes: new Uint8Array([1, 2, 3]), text: 'x', none: undefined };
    expect(await start().run('echo', input)).toEqual(input);
  });

  it.each([
    ['spin', 'time', 'The file takes more than 1 s to be read. Divide it.'],
    ['heap', 'memory', 'The file needs more than 200 MiB of memory to be read. Divide it.'],
    ['buffers', 'memory', 'The file needs more than 200 MiB of memory to be read. Divide it.'],
  ] as const)('ends a job that exceeds its %s limit, and can still run the next job', async (job, limit, message) => {
    // On a busy machine, allocating the memory takes more processor time than usual.
    const pool = start({ processorMs: { heap: 60_000, buffers: 60_000 } });
    let use: JobUse | undefined;
    const failure = await failureOf(
      pool.run(job, null, {
        onUse: (used) => {
          use = used;
        },
      }),
    );
    expect(failure).toEqual({ limit, message });
    // A job may exceed its limit by what it uses between two checks.
    expect(use?.processorMs).toBeLessThan(60_000);
    expect(use?.memoryMiB).toBeLessThan(1500);
    expect(await pool.run('echo', 1)).toBe(1);
  });

  it('ends a job that waits forever', async () => {
    const pool = start({ processorMs: { sleep: 50 } });
    expect(await failureOf(pool.run('sleep', null))).toMatchObject({ limit: 'time' });
  });

  it('passes on error messages that are meant for users, but not error messages of libraries', async () => {
    const pool = start();
    expect(await failureOf(pool.run('refuse', null))).toMatchObject({
      message: 'It has 7 wheels; at most 4 are read. Remove some.',
    });
    const { message } = (await failureOf(pool.run('break', null))) as { message: string };
    expect(message).toBe('The file cannot be read: it is damaged, or made in a way that is not supported. Divide it.');
  });

  it('rejects the job if its process exits', async () => {
    const pool = start();
    expect(await failureOf(pool.run('vanish', null))).toMatchObject({
      message: expect.stringMatching(/^The file cannot be read: it is damaged/),
    });
    expect(await pool.run('echo', 2)).toBe(2);
  });

  it('handles events in order, and ends the job if a handler throws', async () => {
    const pool = start();
    const events: unknown[] = [];
    expect(await pool.run('emit', 3, { onEvent: (event) => events.push(event) })).toBe('emitted');
    expect(events).toEqual([0, 1, 2].map((n) => ({ n, content: new Uint8Array([n]) })));
    const onEvent = () => {
      throw new Error('the disk is full');
    };
    expect(await failureOf(pool.run('emit', 3, { onEvent }))).toMatchObject({ message: 'the disk is full' });
    expect(await pool.run('echo', 3)).toBe(3);
  });

  it('waits for a running event handler before it rejects', async () => {
    let isDone = false;
    const onEvent = async () => {
      await new Promise((resolve) => setTimeout(resolve, 6000));
      isDone = true;
    };
    const pool = start({ processorMs: { emit: 150 } });
    // The start-up of Node counts towards the first job.
    await pool.run('echo', 1);
    expect(await failureOf(pool.run('emit', 1, { onEvent }))).toMatchObject({ limit: 'time' });
    expect(isDone).toBe(true);
  });

  it('runs one job per process, and refuses jobs if too many are waiting', async () => {
    const pool = start({ maxWaiting: 2 });
    const all = await Promise.all([1, 2, 3, 4].map((n) => failureOf(pool.run('echo', n))));
    expect(all).toEqual([
      'done',
      'done',
      'done',
      { limit: 'waiting', message: '2 other jobs are already waiting. Try again in a moment.' },
    ]);
  });

  it("does not pass Lectern's settings on to a process", async () => {
    process.env['LECTERN_TEST_SECRET'] = 'x';
    const names = await start().run<string[]>('environment', null);
    delete process.env['LECTERN_TEST_SECRET'];
    expect(names).toContain('PATH');
    expect(names.filter((name) => /LECTERN|AWS|NPM/i.test(name))).toEqual([]);
  });

  it("does not block the caller's thread", async () => {
    let beats = 0;
    const timer = setInterval(() => {
      beats += 1;
    }, 10);
    await failureOf(start().run('spin', null));
    clearInterval(timer);
    expect(beats).toBeGreaterThan(10);
  });
});
