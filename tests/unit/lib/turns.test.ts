import { describe, expect, it } from 'vitest';
import { createTurns } from '#src/lib/turns.ts';

describe('createTurns, which queues work per key', () => {
  it('runs the work of a key in order without delaying other keys', async () => {
    const inTurn = createTurns<string>(3);
    const done: string[] = [];
    const { promise, resolve } = Promise.withResolvers<void>();
    const slow = inTurn('a', async () => {
      await promise;
      done.push('a1');
    });
    const next = inTurn('a', async () => done.push('a2'));
    await inTurn('b', async () => done.push('b'));
    expect(done).toEqual(['b']);
    resolve();
    await Promise.all([slow, next]);
    expect(done).toEqual(['b', 'a1', 'a2']);
  });

  it('rejects work above the limit of a key until earlier work has ended or failed', async () => {
    const inTurn = createTurns<string>(2);
    const never = inTurn('a', () => Promise.reject(new Error('it failed')));
    const second = inTurn('a', async () => 2);
    await expect(inTurn('a', async () => 3)).rejects.toMatchObject({ limit: 'waiting' });
    await expect(never).rejects.toThrow('it failed');
    expect(await second).toBe(2);
    expect(await inTurn('a', async () => 4)).toBe(4);
  });
});
