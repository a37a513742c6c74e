import { expect, it } from 'vitest';
import { createQueue } from '#src/api/media/queue.ts';

const ignore = () => {};
const turn = () => new Promise((resolve) => setImmediate(resolve));

/** A job that adds its name to `started` when it starts, and ends when the test ends it. */
function job(name: string, started: string[]) {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const work = () => {
    started.push(name);
    return promise;
  };
  return { work, end: resolve, fail: reject };
}

it('the media queue runs jobs one at a time, in order, and ignores a second job with the same key', async () => {
  const started: string[] = [];
  const [one, two] = [job('one', started), job('two', started)];
  const queue = createQueue(ignore);
  queue.add('a', one.work);
  queue.add('a', two.work);
  queue.add('b', two.work);
  expect(started).toEqual(['one']);
  one.end();
  await turn();
  expect(started).toEqual(['one', 'two']);
});

it('the media queue continues after a failed job, and ignores later jobs with the same key as that job', async () => {
  const started: string[] = [];
  const [one, two] = [job('one', started), job('two', started)];
  const failures: unknown[] = [];
  const queue = createQueue((...failure) => failures.push(failure));
  queue.add('a', one.work);
  one.fail(new Error('broken'));
  await turn();
  expect(failures).toEqual([['a', new Error('broken')]]);
  queue.add('a', two.work);
  expect(started).toEqual(['one']);
  queue.add('b', two.work);
  expect(started).toEqual(['one', 'two']);
});

it('the media queue ignores new jobs while it is full', () => {
  const started: string[] = [];
  const queue = createQueue(ignore, 1);
  queue.add('a', job('one', started).work);
  queue.add('b', job('two', started).work);
  expect(started).toEqual(['one']);
});

it('the media queue discards waiting jobs when it closes, and waits for the running job', async () => {
  const started: string[] = [];
  const [one, two] = [job('one', started), job('two', started)];
  const queue = createQueue(ignore);
  queue.add('a', one.work);
  queue.add('b', two.work);
  let ended = false;
  const closing = queue.close().then(() => {
    ended = true;
  });
  await turn();
  expect(ended).toBe(false);
  one.end();
  await closing;
  expect(started).toEqual(['one']);
});
