import { join } from 'node:path';
import type { AdminMail } from '#src/admin/server/index.ts';
import { createMailer } from '#src/api/index.ts';
import type { Config } from '#src/config/config.ts';
import type { Log } from '#src/lib/log.ts';
import { siteAddress } from '../site/site-address.ts';

/** Returns the admin's mail settings. Without a mail server, emails are only written to a folder, for development. */
export function adminMail(config: Config, log: Log): AdminMail {
  const { mail, state } = config;
  return {
    mailer: createMailer(mail, log, () => new Date()),
    isDelivered: 'smtp' in mail || mail.folder !== join(state, 'api/mail'),
    siteAddress: (brand) => siteAddress(brand, config),
  };
}
