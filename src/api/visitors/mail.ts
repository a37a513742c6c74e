import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { createTransport, type SendMailOptions } from 'nodemailer';
import { messageOf } from '#src/lib/errors.ts';
import { writeAtomic } from '#src/lib/files.ts';
import type { Log } from '#src/lib/log.ts';
import { closeFiles, makePrivateFolder, PRIVATE_FILE } from '#src/lib/private-files.ts';

/** Where mails are sent: to a mail server, or to files `*.eml` in a folder. */
export type MailConfig =
  | { readonly folder: string }
  | {
      /** `smtp://user:password@host:port`, or `smtps://` for TLS from the first byte. */
      readonly smtp: string;
      /** Email of the sender; default: the sender that each mail specifies. */
      readonly sender?: string | undefined;
    };

/** A mail in plain text. */
export interface Mail {
  readonly from: { readonly name: string; readonly address: string };
  /** Email of the recipient, which has been validated. */
  readonly to: string;
  readonly subject: string;
  readonly text: string;
}

export interface Mailer {
  /**
   * Calls `make` after the current request and sends the mail that it returns, if any. Errors are logged. The caller is
   * not delayed and sees no errors.
   */
  send(make: () => Mail | undefined | Promise<Mail | undefined>): void;
  /** Waits until all mails have been sent. */
  close(): Promise<void>;
}

const TIMEOUT_MS = 20_000;
const LOOPBACK = ['localhost', '127.0.0.1', '[::1]'];

/** Options that forbid content from files and URLs. Mails contain only text. */
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
 * Returns a transport that writes each mail to a file. The names of the files sort in the order of sending. Only their
 * owner may read them, because links in them allow sign-in.
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

/** Returns a transport to a mail server. It sends a password only encrypted, unless the server is on this machine. */
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

/** Returns options for nodemailer. The text is encoded in Base64, so that no mail server changes it. */
const messageOptions = ({ from, to, subject, text }: Mail, date: Date) =>
  ({
    from,
    to: { name: '', address: to },
    subject,
    alternatives: [{ contentType: 'text/plain; charset=utf-8', content: text, contentTransferEncoding: 'base64' }],
    date,
    headers: { 'Auto-Submitted': 'auto-generated' },
  }) satisfies SendMailOptions;
