import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { getConfig } from '#src/config/config.ts';
import { type Alert, tell } from '#src/publish/nights/index.ts';
import { recordingLog } from '../../../helpers/recording-log.ts';

const ALERT: Alert = {
  brand: 'one',
  outcome: 'refused',
  exitCode: 4,
  release: 'r1',
  at: '2026-01-02T03:04:05.000Z',
  reasons: ['books-lost: half of the books are gone'],
};

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'lectern-alert-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

async function alerted(hooks: Partial<Parameters<typeof tell>[1]['hooks']>, timeoutMs = 20_000) {
  const { log, lines } = recordingLog();
  const mails: string[][] = [];
  await tell(ALERT, {
    hooks: { command: undefined, webhook: undefined, mail: undefined, ...hooks },
    log,
    async mail(...mail) {
      mails.push(mail);
    },
    timeoutMs,
  });
  return { lines, mails };
}

/** Starts a server that responds to every request with `status`, or never if `status` is undefined. */
async function server(status: number | undefined) {
  const bodies: string[] = [];
  const http = createServer(async (request, response) => {
    bodies.push(await text(request));
    if (status !== undefined) response.writeHead(status, { location: '/elsewhere' }).end();
  });
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
  const { port } = http.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/hook`,
    bodies,
    [Symbol.dispose]: () => void http.close().closeAllConnections(),
  };
}

describe('an alert about a nightly rebuild', () => {
  it('is passed to the command on standard input and in environment variables', async () => {
    const file = join(folder, 'alert');
    const { lines } = await alerted({
      command: `(echo "$LECTERN_NIGHT_BRAND $LECTERN_NIGHT_OUTCOME"; cat) > '${file}'`,
    });
    const [names, json = ''] = readFileSync(file, 'utf8').split('\n');
    expect(names).toBe('one refused');
    expect(JSON.parse(json)).toEqual(ALERT);
    expect(lines).toEqual([]);
  });

  it('is posted to the webhook as readable text', async () => {
    using hook = await server(204);
    const { lines } = await alerted({ webhook: hook.url });
    expect(hook.bodies.map((body) => JSON.parse(body))).toEqual([
      { ...ALERT, text: expect.stringContaining('The night of one was refused') },
    ]);
    expect(lines).toEqual([]);
  });

  it('is mailed with instructions', async () => {
    const { mails } = await alerted({ mail: 'operator@example.com' });
    expect(mails).toEqual([
      ['operator@example.com', 'The night of one was refused by the publish guard', expect.any(String)],
    ]);
    expect(mails[0]?.[2]).toMatch(/exit code 4.*\n- books-lost.*\nRelease r1 stays live\.\nSee: npm run nights/);
  });

  it.each([
    ['a command that fails', async () => ({ command: 'exit 3' }), /LECTERN_NIGHT_COMMAND: it exited with code 3/],
    ['a command that hangs', async () => ({ command: 'exec sleep 60' }), /LECTERN_NIGHT_COMMAND: it was killed by/],
  ])('causes only a log line if sending it fails: %s', async (_, hooks, message) => {
    const { lines } = await alerted(await hooks(), 300);
    expect(lines).toEqual([expect.stringMatching(message)]);
  });

  it.each([
    [500, /LECTERN_NIGHT_WEBHOOK: it responded with status 500/],
    [302, /LECTERN_NIGHT_WEBHOOK: it responded with status 302/],
    [undefined, /LECTERN_NIGHT_WEBHOOK: .*timeout/],
  ])(
    'is sent to the other recipients even if the webhook responds with %s, which is logged',
    async (status, message) => {
      using hook = await server(status);
      const { lines, mails } = await alerted({ webhook: hook.url, mail: 'a@b.example' }, 300);
      expect(lines).toEqual([expect.stringMatching(message)]);
      expect(hook.bodies).toHaveLength(1);
      expect(mails).toHaveLength(1);
    },
  );
});

describe('the alert configuration of nightly rebuilds', () => {
  it.each([
    [{ LECTERN_NIGHT_WEBHOOK: 'http://chat.example.com/token' }, /^(?!.*token).*not an https address/],
    [{ LECTERN_NIGHT_WEBHOOK: 'chat' }, /not an https address/],
    [{ LECTERN_NIGHT_MAIL: 'a@b.example, c@d.example' }, /one address/],
  ])('rejects %j', (env, message) => {
    expect(() => getConfig(env)).toThrow(message);
  });

  it('accepts https URLs, and http on this machine', () => {
    for (const webhook of ['https://chat.example.com/x', 'http://127.0.0.1:9/x', 'http://localhost/x'])
      expect(getConfig({ LECTERN_NIGHT_WEBHOOK: webhook }).nightHooks.webhook).toBe(webhook);
  });
});
