import { setTimeout as wait } from 'node:timers/promises';

/**
 * Sends requests at a steady rate, without waiting for earlier responses. Resolves after the last response.
 * @param isOver called before each request; returns whether to stop
 */
export async function steadily(
  perSecond: number,
  isOver: () => boolean,
  send: (n: number) => Promise<void>,
): Promise<void> {
  const began = performance.now();
  const sent: Promise<void>[] = [];
  while (!isOver()) {
    const due = began + (sent.length * 1000) / perSecond;
    const early = due - performance.now();
    if (early > 1) await wait(early);
    sent.push(send(sent.length));
  }
  await Promise.all(sent);
}

/** Sends `count` requests, `width` at a time. */
export async function inParallel(count: number, width: number, send: (n: number) => Promise<void>): Promise<void> {
  let next = 0;
  const worker = async () => {
    while (next < count) {
      next += 1;
      await send(next - 1);
    }
  };
  await Promise.all(Array.from({ length: width }, worker));
}

/** @returns a function that returns true after `seconds` */
export function after(seconds: number): () => boolean {
  const end = performance.now() + seconds * 1000;
  return () => performance.now() >= end;
}
