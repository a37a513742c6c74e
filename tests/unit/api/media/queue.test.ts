import { expect, it } from 'vitest';
import { createQueue } from '#src/api/media/queue.ts';

const turn = () => new Promise((resolve) => setImmediate(resolve));

/** Work that ends when the test ends it, and logs that it began. */
function piece(name: string, began: string[]) {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const work = () => {
    began.push(name);
    return promise;
  };
  return { work, end: resolve, fail: reject };
}

it('the queue runs one job at a time, in order, and each key once', async () => {
  const began: string[] = [];
  const [one, two] = [piece('one', began), piece('two', began)];
  const queue = createQueue();
  queue.add('a', one.work);
  queue.add('a', two.work);
  queue.add('b', two.work);
  expect(began).toEqual(['one']);
  one.end();
  await turn();
  expect(began).toEqual(['one', 'two']);
});

it('the queue continues after a failed job, and never accepts its key again', async () => {
  const began: string[] = [];
  const [one, two] = [piece('one', began), piece('two', began)];
  const queue = createQueue();
  queue.add('a', one.work);
  one.fail(new Error('broken'));
  await turn();
  queue.add('a', two.work);
  expect(began).toEqual(['one']);
  queue.add('b', two.work);
  expect(began).toEqual(['one', 'two']);
});

it('the queue rejects jobs beyond its length', () => {
  const began: string[] = [];
  const queue = createQueue(1);
  queue.add('a', piece('one', began).work);
  queue.add('b', piece('two', began).work);
  expect(began).toEqual(['one']);
});

it('the queue drops waiting jobs when it closes, and waits for the running one', async () => {
  const began: string[] = [];
  const [one, two] = [piece('one', began), piece('two', began)];
  const queue = createQueue();
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
  expect(began).toEqual(['one']);
});
