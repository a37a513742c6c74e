import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { resolve } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { getConfig } from '#src/config/config.ts';
import { lookAtDisk, lookAtNode, lookAtPort } from '../../../../src/operate/doctor/machine.ts';

const installation = (env: NodeJS.ProcessEnv = {}) => ({
  root: resolve('.'),
  config: getConfig({ LECTERN_STATE: tmpdir(), ...env }),
  brands: [],
});

describe("the doctor's check of Node and npm", () => {
  it.each([
    ['24.1.0', '11.0.0', 'fine', /24\.1\.0/],
    ['22.9.0', '11.0.0', 'wrong', /Node is 22/],
    ['24.1.0', '10.8.2', 'wrong', /npm is 10/],
    ['24.1.0', undefined, 'wrong', /does not run/],
  ])('reports Node %s with npm %s as %s', (node, npm, status, what) => {
    const answer = lookAtNode(installation(), { node, npm });
    expect(answer).toMatchObject({ status, what: expect.stringMatching(what) });
  });

  it('fails if the installed packages differ from the lockfile', () => {
    const other = { ...installation(), root: resolve('tests') };
    expect(() => lookAtNode(other, { node: '24.0.0', npm: '11.0.0' })).not.toThrow();
    expect(lookAtNode(other, { node: '24.0.0', npm: '11.0.0' })).toMatchObject({ status: 'wrong' });
  });
});

describe("the doctor's check of the disk", () => {
  const space = { bavail: 2 ** 20, bsize: 4096, ffree: 1_000_000, files: 2_000_000 };
  it.each([
    ['with enough space', {}, 'fine', /4096 MiB are free, and 1000000 inodes/],
    ['without enough space', { bavail: 1000 }, 'wrong', /3 MiB are free, a night may need 512 MiB/],
    ['without inodes', { ffree: 3 }, 'wrong', /3 files can be created/],
    ['on a file system that does not count inodes', { ffree: 0, files: 0 }, 'fine', /4096 MiB are free\.$/],
  ])('reports a disk %s', (_, changed, status, what) => {
    const answer = lookAtDisk(installation(), { ...space, ...changed });
    expect(answer).toMatchObject({ status, what: expect.stringMatching(what) });
  });

  it('uses the disk of the parent folder if the state folder is missing', () => {
    expect(lookAtDisk(installation({ LECTERN_STATE: '/no/such/folder' })).what).toMatch(/MiB are free/);
  });
});

describe("the doctor's check of the port of the site", () => {
  let server: Server | undefined;
  afterEach(() => new Promise((done) => (server ? server.close(done) : done(undefined))));

  async function answering(status: number, body: string): Promise<number> {
    server = createServer((_, response) => response.writeHead(status).end(body));
    await new Promise<void>((listening) => server?.listen(0, '127.0.0.1', listening));
    return (server.address() as AddressInfo).port;
  }

  it.each([
    ['a site that is ready', 200, '{"status":"ok"}', 'fine', /is ready/],
    [
      'a site without releases',
      503,
      '{"status":"not ready","withoutRelease":["a","b"]}',
      'wrong',
      /no release of a, b/,
    ],
    ['a site that is shutting down', 503, '{"status":"draining"}', 'wrong', /draining/],
    ['another program', 200, '<h1>Hello</h1>', 'wrong', /Another program/],
    ['another program with JSON', 404, '{"error":"unknown"}', 'wrong', /Another program/],
  ])('reports %s', async (_, code, body, status, what) => {
    const PORT = String(await answering(code, body));
    expect(await lookAtPort(installation({ PORT }))).toMatchObject({ status, what: expect.stringMatching(what) });
  });

  it('passes if the port is free', async () => {
    const PORT = String(await answering(200, ''));
    await new Promise((closed) => server?.close(closed));
    server = undefined;
    expect(await lookAtPort(installation({ PORT }))).toMatchObject({
      status: 'fine',
      what: expect.stringMatching(/free/),
    });
  });
});
