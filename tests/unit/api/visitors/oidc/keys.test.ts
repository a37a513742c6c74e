import { afterEach, beforeEach, expect, it } from 'vitest';
import { createKeys } from '#src/api/visitors/oidc/keys.ts';
import { type ScriptedServer, send, startScriptedServer } from '../../../../helpers/scripted-server.ts';

let server: ScriptedServer;
let kids = ['one'];
let now = new Date('2026-06-01T12:00:00Z');

beforeEach(async () => {
  kids = ['one'];
  now = new Date('2026-06-01T12:00:00Z');
  server = await startScriptedServer((response) =>
    send(response, 200, JSON.stringify({ keys: kids.map((kid) => ({ kty: 'RSA', kid })) })),
  );
});
afterEach(() => server.close());

it('asks for the keys once, and again for one it does not know, but not for every such token', async () => {
  const keys = createKeys(
    async () => `${server.origin}/jwks`,
    () => now,
  );
  const find = (wanted: string) => keys.find((known) => known.find(({ kid }) => kid === wanted));
  expect((await find('one'))?.kid).toBe('one');
  expect((await find('one'))?.kid).toBe('one');
  expect(await find('two')).toBeUndefined();
  expect(server.seen).toHaveLength(1);
  kids = ['two'];
  now = new Date(now.getTime() + 61_000);
  expect((await find('two'))?.kid).toBe('two');
  expect(server.seen).toHaveLength(2);
});
