import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ERROR_PAGES, frontBrand, html, publish, type RunningFront, startFront } from './fixture.ts';
import { ask } from './http.ts';

let front: RunningFront;

beforeEach(async () => {
  front = await startFront([
    frontBrand('ash', { hosts: ['ash.test', 'ash.example'] }),
    frontBrand('local', { hosts: ['localhost'] }),
  ]);
  for (const id of ['ash', 'local']) await publish(front.state, id, { pages: {} });
});
afterEach(() => front.close());

describe('/design', () => {
  it.each(['ash.localhost', 'ash.localhost:4321', 'localhost', '127.0.0.1:80', '192.168.1.20', '[::1]:4321'])(
    'is there for developers at %s',
    async (host) => {
      const { status, text } = await ask(front.port, host, '/design');
      expect([status, text]).toEqual([200, html('page of /design')]);
    },
  );

  it.each(['ash.test', 'ash.example', 'ash.test:4321'])('is nowhere at %s', async (host) => {
    const { status, text } = await ask(front.port, host, '/design');
    expect([status, text]).toEqual([404, ERROR_PAGES['/404']]);
  });
});
