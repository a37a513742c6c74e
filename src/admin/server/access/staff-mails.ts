import type { Store } from '#src/api/index.ts';
import type { Database } from '#src/api/store/database.ts';
import { siteWithSettings } from '#src/api/store/reads/index.ts';
import { INVITATION_HOURS } from '#src/api/store/visitors/invitations.ts';
import {
  type AccountChange,
  type AccountRecipient,
  accountChangeMail,
  recipientOf,
} from '#src/api/visitors/account-mails.ts';
import type { Mail, Mailer } from '#src/api/visitors/mail.ts';
import type { Brand } from '#src/brand/registry.ts';

export interface AdminMail {
  readonly mailer: Mailer;
  /** Whether emails are delivered. If not, owners pass on the links themselves. */
  readonly isDelivered: boolean;
  /** Scheme and host of a brand's site. */
  siteAddress(brand: Brand): string;
}

export interface InvitationMail {
  readonly to: string;
  /** Group of accounts. */
  readonly accounts: string;
  readonly role: string;
  readonly by: string;
  readonly link: string;
}

export interface StaffMails {
  /**
   * Notifies the owner of an account of a change.
   * @param account its id, or the recipient if the account has been deleted
   */
  notify(account: number | AccountRecipient | undefined, change: AccountChange): void;
  /** @returns false if emails are not delivered */
  mailInvitation(invitation: InvitationMail): boolean;
}

export function createStaffMails(
  mail: AdminMail | undefined,
  { visitors, catalogue }: Pick<Store, 'visitors' | 'catalogue'>,
  brands: () => Promise<readonly Brand[]>,
): StaffMails {
  return {
    notify(account, change) {
      mail?.mailer.send(async () => {
        const recipient = typeof account === 'number' ? await recipientOf(visitors, account) : account;
        const site = recipient && (await siteOf(mail, await brands(), recipient.accounts, catalogue));
        return recipient && site && accountChangeMail({ ...recipient, site }, change);
      });
    },
    mailInvitation(invitation) {
      mail?.mailer.send(async () => invitationMailOf(mail, await brands(), invitation, catalogue));
      return mail?.isDelivered ?? false;
    },
  };
}

async function siteOf(mail: AdminMail, brands: readonly Brand[], group: string, catalogue: Database) {
  const brand = brands.find(({ id, accounts = id }) => accounts === group) ?? brands[0];
  if (!brand) return undefined;
  const site = { name: brand.appName, origin: mail.siteAddress(brand), texts: brand.texts };
  return siteWithSettings(catalogue, brand.id, site);
}

export async function invitationMailOf(
  mail: AdminMail,
  brands: readonly Brand[],
  invitation: InvitationMail,
  catalogue: Database,
) {
  const site = await siteOf(mail, brands, invitation.accounts, catalogue);
  return site && invitationMail(invitation, site);
}

/** English only, like the admin. */
const invitationMail = (
  { to, role, by, link }: InvitationMail,
  { name, origin }: { readonly name: string; readonly origin: string },
): Mail => ({
  from: { name, address: `no-reply@${new URL(origin).hostname}` },
  to,
  subject: `Your invitation to the admin of ${name}`,
  text: `${[
    `${by} invites you to the admin of ${name} as ${role}.`,
    `Accept within ${INVITATION_HOURS} hours. You choose a new password and set up a second factor:\n${link}`,
    'The link works once. If you did not expect this invitation, ignore this email: nothing changes.',
  ].join('\n\n')}\n`,
});
