import { join } from 'node:path';
import type { AdminMail } from '#src/admin/index.ts';
import { createMailer } from '#src/api/index.ts';
import type { Config } from '#src/lib/config.ts';
import type { Log } from '#src/lib/log.ts';
import { siteAddress } from './site-address.ts';

/** How mails of the admin are sent. The default folder of mails is for development: nothing delivers what is in it. */
export function adminMail(config: Config, log: Log): AdminMail {
  const { mail, state } = config;
  return {
    mailer: createMailer(mail, log, () => new Date()),
    isDelivered: 'smtp' in mail || mail.folder !== join(state, 'api/mail'),
    siteAddress: (brand) => siteAddress(brand, config),
  };
}
