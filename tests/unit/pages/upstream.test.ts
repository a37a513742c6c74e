import { afterEach, expect, it } from 'vitest';
import { bookShow } from '#src/contract/index.ts';
import { LOCALES } from '#src/contract/locales.ts';
import { upstreamFor } from '#src/pages/_upstream.ts';
import { testBrand } from '../../helpers/memory-source.ts';
import { refuse, type ScriptedServer, startScriptedServer } from '../../helpers/scripted-server.ts';

let server: ScriptedServer | undefined;
afterEach(async () => {
  await server?.close();
  server = undefined;
});

it('the first page of a brand does not wait for the probes for missing calls', async () => {
  let heldCount = 0;
  let answeredCount = 0;
  server = await startScriptedServer((response, { query }) => {
    if (query['book_id'] === '7') refuse(response, 404, 'NOT_FOUND');
    else heldCount += 1;
    response.on('close', () => {
      if (!response.writableFinished) answeredCount += 1;
    });
  });
  const upstream = upstreamFor(testBrand, LOCALES.en, server.origin, 60_000);
  const result = await upstream.call(bookShow, { book_id: 7 });
  expect(result.errors[0]?.code).toBe('NOT_FOUND');
  expect(heldCount).toBeGreaterThan(0);
  // No probe has been answered yet.
  expect(answeredCount).toBe(0);
});
