import crypto, { createECDH } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createPushSender, type PushMessage, type PushSender, readPushKeys } from '#src/api/push/sender.ts';
import { createPublicLookup } from '#src/lib/public-address.ts';
import { createBrowser } from '../../../helpers/push-browser.ts';
import { type ScriptedServer, startScriptedServer } from '../../../helpers/scripted-server.ts';
import { vapidClaims } from '../../../helpers/vapid.ts';

/** The Authorization header in the example of RFC 8292, section 2.4. */
const RFC_HEADER =
  'vapid t=eyJ0eXAiOiJKV1QiLCJhbGciOiJFUzI1NiJ9.eyJhdWQiOiJodHRwczovL3B1c2guZXhhbXBsZS5uZXQiLCJleHAiOjE0NTM1MjM3NjgsInN1YiI6Im1haWx0bzpwdXNoQGV4YW1wbGUuY29tIn0.i3CYb7t4xfxCDquptFOepC9GAu_HLGkMlMuCGSK2rpiUfnK9ojFwDXb1JrErtmysazNjjvW2L9OkSSHzvoD1oA, ' +
  'k=BA1Hxzyi1RUM1b5wjxsn7nGxAszw2u61m164i3MrAIxHF6YK5h4SDYic-dRuU_RCPCfA5aq9ojSwk5Y2EmClBPs';
/** The message in the example of RFC 8291, section 5. */
const RFC = {
  text: 'When I grow up, I want to be a watermelon',
  receiver: {
    p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
    auth: 'BTBZMqHH6r4Tts7J_aSIgg',
  },
  salt: 'DGv6ra1nlYgDCS1FRnbzlw',
  body:
    'DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_' +
    'yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN',
};
/** The keys of the sender in the same example. */
const PRIVATE = 'yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw';
const PUBLIC = 'BP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A8';

describe('readPushKeys', () => {
  it('derives the public key from a private key', () => expect(readPushKeys(PRIVATE)?.public).toBe(PUBLIC));

  it.each(['', 'short', PUBLIC, `${PRIVATE}=`, Buffer.alloc(32).toString('base64url')])('rejects %j', (text) => {
    expect(readPushKeys(text)).toBeUndefined();
  });
});

describe('a push message', () => {
  let service: ScriptedServer;
  let sender: PushSender;
  let status: number;

  beforeEach(async () => {
    status = 201;
    service = await startScriptedServer((response) => response.writeHead(status, { 'retry-after': '30' }).end());
    sender = createPushSender({ allowPrivateAddresses: true });
  });
  afterEach(async () => {
    vi.restoreAllMocks();
    await sender.close();
    await service.close();
  });

  function message(members: Partial<PushMessage> = {}): PushMessage {
    const keys = readPushKeys(PRIVATE);
    if (!keys) throw new Error('no keys');
    const { receiver, text } = RFC;
    const endpoint = `${service.origin}/send/abc`;
    return { endpoint, ...receiver, text, topic: 'book-1', keys, contact: 'mailto:help@a.test', ...members };
  }

  it('matches the example of RFC 8291', async () => {
    vi.spyOn(crypto, 'randomBytes').mockImplementation(() => Buffer.from(RFC.salt, 'base64url'));
    const pair = createECDH('prime256v1');
    pair.setPrivateKey(Buffer.from(PRIVATE, 'base64url'));
    vi.spyOn(pair, 'generateKeys').mockImplementation(() => pair.getPublicKey() as never);
    vi.spyOn(crypto, 'createECDH').mockImplementation(() => pair);
    await sender.send(message());
    expect(service.seen[0]?.bytes.toString('base64url')).toBe(RFC.body);
  });

  it('can be decrypted only by its browser, and differs each time', async () => {
    const [browser, other] = [createBrowser(), createBrowser()];
    for (const _ of [1, 2]) await sender.send(message({ ...browser.keys, text: 'Chapter 12' }));
    const [one, two] = service.seen.map(({ bytes }) => bytes);
    if (!one || !two) throw new Error('two messages were sent');
    expect(browser.read(one)).toBe('Chapter 12');
    expect(one.equals(two)).toBe(false);
    expect(() => other.read(one)).toThrow();
  });

  it('is signed by the sender for this push service, with an expiry of less than a day', async () => {
    expect(vapidClaims(RFC_HEADER)).toMatchObject({ aud: 'https://push.example.net', sub: 'mailto:push@example.com' });
    await sender.send(message());
    const claims = vapidClaims(String(service.seen[0]?.headers.authorization));
    expect(claims).toMatchObject({ aud: service.origin, sub: 'mailto:help@a.test', key: PUBLIC });
    expect(claims.exp - Date.now() / 1000).toBeGreaterThan(0);
    expect(claims.exp - Date.now() / 1000).toBeLessThanOrEqual(86_400);
  });

  it('has headers that let the push service store it for two days and replace it by topic', async () => {
    await sender.send(message());
    expect(service.seen[0]?.headers).toMatchObject({
      ttl: '172800',
      urgency: 'normal',
      topic: 'book-1',
      'content-encoding': 'aes128gcm',
      'content-type': 'application/octet-stream',
    });
  });

  it.each([
    [201, { kind: 'sent' }],
    [404, { kind: 'gone' }],
    [410, { kind: 'gone' }],
    [429, { kind: 'retry', seconds: 30 }],
    [503, { kind: 'retry', seconds: 30 }],
    [403, { kind: 'refused' }],
  ])('answered with status %i gives the result %o', async (answer, result) => {
    status = answer;
    expect(await sender.send(message())).toEqual(result);
  });

  it('gives the result "silent" if the push service cannot be reached', async () => {
    expect(await sender.send(message({ endpoint: 'http://127.0.0.1:9/x' }))).toEqual({ kind: 'silent' });
  });

  it('is never sent to a host in a private network', async () => {
    const guarded = createPushSender();
    const endpoint = service.origin.replace('127.0.0.1', 'localhost');
    expect(await guarded.send(message({ endpoint }))).toEqual({ kind: 'gone' });
    await guarded.close();
    expect(service.seen).toEqual([]);
    expect(await sender.send(message({ endpoint }))).toEqual({ kind: 'sent' });
  });

  it.each([['127.0.0.1'], ['64:ff9b::7f00:1'], ['8.8.8.8', '10.0.0.1'], ['::ffff:127.0.0.1']])(
    'is not sent to a host name that resolves to %s',
    async (...addresses) => {
      const guarded = createPushSender({ lookup: createPublicLookup(async () => addresses) });
      expect(await guarded.send(message({ endpoint: 'https://push.example.net/x' }))).toEqual({ kind: 'silent' });
      await guarded.close();
      expect(service.seen).toEqual([]);
    },
  );

  it('is not sent to the target of a redirect', async () => {
    const other = await startScriptedServer((response) => response.writeHead(201).end());
    await service.close();
    service = await startScriptedServer((response) => response.writeHead(307, { location: other.origin }).end());
    expect(await sender.send(message())).toEqual({ kind: 'refused' });
    expect(other.seen).toEqual([]);
    await other.close();
  });

  it.each(['headers', 'body'])(
    'times out if a response sends its %s one byte at a time',
    async (part) => {
      await service.close();
      service = await startScriptedServer((response) => {
        if (part === 'body') response.writeHead(201);
        const { socket } = response;
        const drip = setInterval(() => (part === 'body' ? response.write('x') : socket?.write('H')), 50);
        response.on('close', () => clearInterval(drip));
      });
      const impatient = createPushSender({ allowPrivateAddresses: true, timeoutMs: 400 });
      const sending = impatient.send(message());
      const end = await Promise.race([sending, new Promise((resolve) => setTimeout(resolve, 30_000, 'never'))]);
      expect(end).toEqual({ kind: 'silent' });
      await impatient.close();
    },
    60_000,
  );

  it('counts as sent after the status, even if the rest of the response never ends', async () => {
    await service.close();
    let written = 0;
    const chunk = Buffer.alloc(64 * 1024);
    service = await startScriptedServer((response) => {
      response.writeHead(201);
      const pour = () => {
        while (!response.destroyed && response.write(chunk)) written += chunk.length;
      };
      response.on('drain', pour);
      pour();
    });
    expect(await sender.send(message())).toEqual({ kind: 'sent' });
    expect(written).toBeLessThan(32 * 1024 * 1024);
  });
});
