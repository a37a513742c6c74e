import { createMailer } from '#src/api/visitors/mail.ts';
import type { Config } from '#src/config/config.ts';
import type { Log } from '#src/lib/log.ts';
import { type Alert, tell } from '#src/publish/nights/index.ts';

const NOBODY = 'no-reply@localhost';

/** Calls the configured hooks for a problem with a nightly rebuild (docs/operate/nights.md). Never throws. */
export function alertOf(alert: Alert, config: Pick<Config, 'mail' | 'nightHooks'>, log: Log): Promise<void> {
  return tell(alert, {
    hooks: config.nightHooks,
    log,
    async mail(to, subject, text) {
      const mailer = createMailer(config.mail, log, () => new Date());
      mailer.send(() => ({ from: { name: 'Lectern', address: NOBODY }, to, subject, text }));
      await mailer.close();
    },
  });
}
