import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { createTransport, type SendMailOptions } from 'nodemailer';
import { messageOf } from '#src/lib/errors.ts';
import { writeAtomic } from '#src/lib/files.ts';
import type { Log } from '#src/lib/log.ts';
import { closeFiles, makePrivateFolder, PRIVATE_FILE } from '#src/lib/private-files.ts';

/** Where mails go: files `*.eml` in a folder, or a mail server. */
export type MailConfig =
  | { readonly folder: string }
  | {
      /** `smtp://user:password@host:port`, or `smtps://` for TLS from the first byte. */
      readonly smtp: string;
      /** Sender address; by default the mail's own. */
      readonly sender?: string | undefined;
    };

/** A mail in plain text. */
export interface Mail {
  readonly from: { readonly name: string; readonly address: string };
  /** An address that has been checked. */
  readonly to: string;
  readonly subject: string;
  readonly text: string;
}

export interface Mailer {
  /**
   * Calls `make` and sends the mail after the current request; sends nothing if `make` returns undefined. Failures are
   * logged; they do not reach or delay the caller.
   */
  send(make: () => Mail | undefined | Promise<Mail | undefined>): void;
  /** Waits for the mails that are being sent. */
  close(): Promise<void>;
}

const TIMEOUT_MS = 20_000;
const LOOPBACK = ['localhost', '127.0.0.1', '[::1]'];

/** A mail contains text only: nothing in it is read from a file or a URL. */
const MESSAGE = { disableFileAccess: true, disableUrlAccess: true };

export function createMailer(config: MailConfig, log: Log, now: () => Date): Mailer {
  const transport = 'folder' in config ? createFolder(config.folder, now) : createSmtp(config.smtp, config.sender);
  const sending = new Set<Promise<void>>();
  return {
    send(make) {
      const mail = afterRequest()
        .then(async () => transport.send(await make()))
        .catch((error: unknown) => log.error(`an email could not be sent: ${messageOf(error)}`))
        .finally(() => sending.delete(mail));
      sending.add(mail);
    },
    async close() {
      await Promise.all(sending);
      transport.close();
    },
  };
}

const afterRequest = () => new Promise<void>((resolve) => void setImmediate(resolve));

interface Transport {
  send(mail: Mail | undefined): Promise<void>;
  close(): void;
}

/**
 * Writes each mail to a file; names sort in the order of sending. Only the owner may read them, because their links
 * allow sign-in.
 */
function createFolder(folder: string, now: () => Date): Transport {
  makePrivateFolder(folder);
  closeFiles(folder, '.eml');
  const composer = createTransport({ streamTransport: true, buffer: true, newline: 'windows', ...MESSAGE });
  let count = 0;
  return {
    async send(mail) {
      if (!mail) return;
      count += 1;
      const date = now();
      const order = `${date.toISOString().replaceAll(':', '-')}-${String(count).padStart(6, '0')}`;
      const path = join(folder, `${order}-${randomBytes(6).toString('hex')}.eml`);
      const { message } = await composer.sendMail(messageOptions(mail, date));
      await writeAtomic(path, message as Buffer, PRIVATE_FILE);
    },
    close: () => composer.close(),
  };
}

/** A password is only sent encrypted, unless the server is on this machine. */
function createSmtp(address: string, sender: string | undefined): Transport {
  const { username, hostname } = new URL(address);
  const transporter = createTransport({
    url: address,
    pool: true,
    requireTLS: username !== '' && !LOOPBACK.includes(hostname),
    connectionTimeout: TIMEOUT_MS,
    greetingTimeout: TIMEOUT_MS,
    socketTimeout: TIMEOUT_MS,
    ...MESSAGE,
  });
  return {
    async send(mail) {
      if (!mail) return;
      const from = { ...mail.from, ...(sender !== undefined && { address: sender }) };
      await transporter.sendMail(messageOptions({ ...mail, from }, new Date()));
    },
    close: () => transporter.close(),
  };
}

/** The text is base64-encoded, so that no server on the way changes it. */
const messageOptions = ({ from, to, subject, text }: Mail, date: Date) =>
  ({
    from,
    to: { name: '', address: to },
    subject,
    alternatives: [{ contentType: 'text/plain; charset=utf-8', content: text, contentTransferEncoding: 'base64' }],
    date,
    headers: { 'Auto-Submitted': 'auto-generated' },
  }) satisfies SendMailOptions;
