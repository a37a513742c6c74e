import type { ServerResponse } from 'node:http';
import type { Ask } from './answer.ts';
import type { BrandPages } from './brand-pages.ts';

/** `/healthz`: the process answers. `/readyz`: every awaited brand has a live release, else 503 and which have none. */
export function health(ask: Ask, response: ServerResponse, pages: readonly BrandPages[]): void {
  const missing = ask.path === '/readyz' ? pages.filter((site) => !site.isReady()).map((site) => site.brand.id) : [];
  const ready = missing.length === 0;
  const body = Buffer.from(
    `${JSON.stringify(ready ? { status: 'ok' } : { status: 'not ready', withoutRelease: missing })}\n`,
  );
  const headers = {
    'Content-Type': 'application/json; charset=utf-8',
    'Cache-Control': 'no-store',
    'Content-Length': body.length,
  };
  response.writeHead(ready ? 200 : 503, headers).end(ask.method === 'HEAD' ? undefined : body);
}
