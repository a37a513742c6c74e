import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ask } from '../../helpers/http.ts';
import { html, publish, testBrand } from '../../helpers/published-brand.ts';
import { type RunningServer, startServer } from '../../helpers/running-server.ts';

let server: RunningServer;

beforeEach(async () => {
  server = await startServer([testBrand('ash', { hosts: ['ash.test', 'ash.example'] })]);
  await publish(server.state, 'ash', { pages: { '/genres': html('Genres') } });
});
afterEach(() => server.close());

describe('the second host of a brand', () => {
  it('redirects to the first host, even if the same page was just sent from memory', async () => {
    for (let time = 0; time < 3; time += 1) {
      expect(await ask(server.port, 'ash.test', '/genres')).toMatchObject({ status: 200, text: html('Genres') });
      const { status, headers } = await ask(server.port, 'ash.example', '/genres');
      expect([status, headers['location']]).toEqual([308, 'https://ash.test/genres']);
    }
  });
});

describe('/robots.txt', () => {
  it("is sent while the upstream is down, and contains the URL of the brand's sitemap", async () => {
    const { status, headers, text } = await ask(server.port, 'ash.test', '/robots.txt');
    expect([status, headers['content-type']]).toEqual([200, 'text/plain; charset=utf-8']);
    expect(text).toContain('User-agent: *');
    expect(text).toMatch(/^Sitemap: https:\/\/[^/]+\/sitemap\.xml$/m);
  });
});
