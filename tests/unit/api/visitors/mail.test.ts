import { chmod, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SMTPServer } from 'smtp-server';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createMailer, type Mail } from '#src/api/visitors/mail.ts';
import { recordingLog } from '../../../helpers/recording-log.ts';

const NOW = new Date('2026-06-01T12:00:00Z');
const mail: Mail = {
  from: { name: 'Novel & Co', address: 'no-reply@novel.example' },
  to: 'ann@example.org',
  subject: 'Your password',
  text: 'Choose it here.\n',
};

describe('the mail folder', () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'lectern-mail-'));
  });
  afterEach(() => rm(folder, { recursive: true }));

  async function written(...mails: (Mail | undefined)[]): Promise<string[]> {
    const mailer = createMailer({ folder }, recordingLog().log, () => NOW);
    for (const one of mails) mailer.send(() => one);
    await mailer.close();
    const names = (await readdir(folder)).sort();
    return Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')));
  }

  it('stores each email as an ASCII file without losing any text', async () => {
    const [text = ''] = await written({ ...mail, subject: 'Ihr Paßwort', text: 'Größe\n'.repeat(40) });
    expect(text).toMatch(/^[\r\n -~]*$/);
    expect(text).toContain('Date: Mon, 01 Jun 2026 12:00:00 +0000\r\n');
    expect(text).toMatch(/^Message-ID: <[\w.-]+@novel\.example>\r$/m);
    expect(text).toContain('To: ann@example.org\r\n');
    expect(text).toContain('Auto-Submitted: auto-generated\r\n');
    const [, body = ''] = text.split('\r\n\r\n');
    expect(Buffer.from(body, 'base64').toString()).toBe('Größe\n'.repeat(40));
    expect(Math.max(...text.split('\r\n').map(({ length }) => length))).toBeLessThanOrEqual(78);
  });

  it('contains no mail with headers injected through its subject', async () => {
    const [text] = await written({ ...mail, subject: 'One\r\nBcc: all@example.org' });
    expect(text).not.toMatch(/^Bcc/m);
  });

  it('contains the mails in the order in which they were sent', async () => {
    const texts = await written({ ...mail, to: 'one@example.org' }, undefined, { ...mail, to: 'two@example.org' });
    expect(texts.map((text) => /^To: (\w+)/m.exec(text)?.[1])).toEqual(['one', 'two']);
  });

  it('does not stop the API if a mail cannot be written to it, and the failure is logged', async () => {
    const { log, lines } = recordingLog();
    const mails = join(folder, 'mails');
    const mailer = createMailer({ folder: mails }, log, () => NOW);
    await rm(mails, { recursive: true });
    await writeFile(mails, '');
    mailer.send(() => mail);
    await mailer.close();
    expect(lines.join()).toContain('an email could not be sent');
  });

  it('is readable only by its owner, and so are all mails in it, including older mails', async () => {
    const mails = join(folder, 'mails');
    await mkdir(mails);
    await chmod(mails, 0o755);
    await writeFile(join(mails, 'old.eml'), 'old', { mode: 0o644 });
    const mailer = createMailer({ folder: mails }, recordingLog().log, () => NOW);
    mailer.send(() => mail);
    await mailer.close();
    const files = await readdir(mails);
    expect(files).toHaveLength(2);
    for (const name of files) expect((await stat(join(mails, name))).mode & 0o777).toBe(0o600);
    expect((await stat(mails)).mode & 0o777).toBe(0o700);
  });

  it('is refused if everyone can write to it', async () => {
    await chmod(folder, 0o1777);
    expect(() => createMailer({ folder }, recordingLog().log, () => NOW)).toThrow(/Use a separate folder/);
  });
});

describe('a mail server', () => {
  let server: SMTPServer;
  let port: number;
  const received: { from: string; to: string[]; user: string | undefined; text: string }[] = [];

  beforeEach(async () => {
    received.length = 0;
    server = new SMTPServer({
      authOptional: true,
      // The test server has no certificate that the mailer would trust.
      disabledCommands: ['STARTTLS'],
      allowInsecureAuth: true,
      onAuth: ({ username, password }, _session, done) =>
        password === 'pass word' ? done(null, { user: username }) : done(new Error('wrong password')),
      onData(stream, { envelope, user }, done) {
        const chunks: Buffer[] = [];
        stream.on('data', (chunk: Buffer) => chunks.push(chunk));
        stream.on('end', () => {
          const from = envelope.mailFrom ? envelope.mailFrom.address : '';
          const to = envelope.rcptTo.map(({ address }) => address);
          received.push({ from, to, user, text: Buffer.concat(chunks).toString() });
          done();
        });
      },
    });
    server.on('error', () => {});
    await new Promise<void>((resolve) => {
      server.listen(0, '0.0.0.0', resolve);
    });
    port = (server.server.address() as AddressInfo).port;
  });
  afterEach(() => new Promise<void>((resolve) => server.close(resolve)));

  async function sent(smtp: string, sender?: string): Promise<string> {
    const { log, lines } = recordingLog();
    const mailer = createMailer({ smtp, sender }, log, () => NOW);
    mailer.send(() => mail);
    await mailer.close();
    return lines.join('\n');
  }

  it('receives the mail after checking the user name and the password', async () => {
    expect(await sent(`smtp://ann%40novel.example:pass%20word@127.0.0.1:${port}`)).toBe('');
    expect(received).toEqual([
      { from: 'no-reply@novel.example', to: ['ann@example.org'], user: 'ann@novel.example', text: expect.any(String) },
    ]);
    expect(received[0]?.text).toContain('Subject: Your password\r\n');
    const [, body = ''] = received[0]?.text.split('\r\n\r\n') ?? [];
    expect(Buffer.from(body, 'base64').toString()).toBe('Choose it here.\n');
  });

  it('receives mails from the configured sender, with the name of the brand', async () => {
    await sent(`smtp://127.0.0.1:${port}`, 'mail@house.example');
    expect(received[0]?.from).toBe('mail@house.example');
    expect(received[0]?.text).toContain('From: "Novel & Co" <mail@house.example>\r\n');
  });

  it('may reject the password without the password appearing in the log', async () => {
    const logged = await sent(`smtp://ann:secret@127.0.0.1:${port}`);
    expect(logged).toContain('an email could not be sent');
    expect(logged).not.toContain('secret');
    expect(received).toEqual([]);
  });

  it('never receives an unencrypted password, unless it runs on this machine', async () => {
    expect(await sent(`smtp://ann:pass%20word@127.0.0.2:${port}`)).toContain('an email could not be sent');
    expect(received).toEqual([]);
  });
});
