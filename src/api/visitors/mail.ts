import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { writeAtomic } from '#src/lib/atomic-file.ts';
import { messageOf } from '#src/lib/errors.ts';
import type { Log } from '#src/lib/log.ts';
import { type Mail, messageText } from './mail-message.ts';

/** Sends mails. */
export interface Mailer {
  /** Makes the mail and sends it, soon; never throws, never keeps a caller waiting. No mail where `make` gives none. */
  send(make: () => Mail | undefined): void;
  /** Waits for what is under way. */
  close(): Promise<void>;
}

/** Writes each mail as a file `*.eml` into a folder, whole at once; what sends them on takes them from there. */
export function createMailer(folder: string, log: Log, now: () => Date): Mailer {
  const underWay = new Set<Promise<void>>();
  let count = 0;
  return {
    send(make) {
      const sending = soon()
        .then(() => {
          count += 1;
          return write(folder, make(), now(), count);
        })
        .catch((error: unknown) => log.error(`a mail could not be written: ${messageOf(error)}`))
        .finally(() => underWay.delete(sending));
      underWay.add(sending);
    },
    async close() {
      await Promise.all(underWay);
    },
  };
}

const soon = () => new Promise<void>((resolve) => void setImmediate(resolve));

/** @param count orders the mails of one moment */
async function write(folder: string, mail: Mail | undefined, now: Date, count: number): Promise<void> {
  if (!mail) return;
  const moment = now.toISOString().replaceAll(':', '-');
  const name = `${moment}-${String(count).padStart(6, '0')}-${randomBytes(6).toString('hex')}`;
  await writeAtomic(join(folder, `${name}.eml`), messageText(mail, name, now));
}
