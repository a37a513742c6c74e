import type { Mail, Mailer } from '#src/api/visitors/mail.ts';

/** A mailer that stores mails in a list. `close` waits for those that are still being made, which read the store. */
export function recordingMailer(mails: Mail[]): Mailer {
  const making = new Set<Promise<void>>();
  return {
    send(make) {
      const mail = Promise.resolve(make())
        .then((made) => void (made && mails.push(made)))
        .finally(() => making.delete(mail));
      making.add(mail);
    },
    async close() {
      await Promise.all(making);
    },
  };
}
