import { LOCALE_CODES, LOCALES, type LocaleCode } from '#src/contract/locales.ts';
import { interpolate } from '../interpolate.ts';
import { ACCOUNT_CHANGE_MESSAGES, type SignInChange } from './account-change-messages.ts';
import { type MailText, messagesIn } from './messages.ts';

/** A mail about an account. */
export type MailName = 'reset' | 'account' | 'deleted' | SignInChange;

/** The keys of a mail's texts. */
interface MailKeys {
  readonly subject: string;
  readonly lines: readonly string[];
}

const FIXED = ['reset', 'account', 'deleted'] as const;
const isFixed = (mail: MailName): mail is (typeof FIXED)[number] => FIXED.some((name) => name === mail);

function fixedMail(mail: (typeof FIXED)[number], code: LocaleCode): MailText {
  return mail === 'deleted'
    ? ACCOUNT_CHANGE_MESSAGES[code].deleted
    : messagesIn(LOCALES[code].lang.toLowerCase())[mail];
}

const keysOf = (mail: MailName, code: LocaleCode): MailKeys =>
  isFixed(mail)
    ? {
        subject: `mail:${mail}-subject`,
        lines: fixedMail(mail, code).lines.map((_, index) => `mail:${mail}-${index + 1}`),
      }
    : {
        subject: 'mail:change-subject',
        lines: [`mail:change-${mail}`, 'mail:change-signed-out', 'mail:change-not-you'],
      };

/** The texts of all mails in a language, by key. Placeholders are written as in other interface texts. */
export function mailTexts(code: LocaleCode): ReadonlyMap<string, string> {
  const { subject, changes, signedOut, notYou } = ACCOUNT_CHANGE_MESSAGES[code];
  const fixed = FIXED.flatMap((mail): [string, string][] => {
    const { subject: title, lines } = fixedMail(mail, code);
    const keys = keysOf(mail, code);
    return [[keys.subject, title], ...lines.map((line, index): [string, string] => [keys.lines[index] ?? '', line])];
  });
  const texts: [string, string][] = [
    ...fixed,
    ['mail:change-subject', subject],
    ...Object.entries(changes).map(([change, text]): [string, string] => [`mail:change-${change}`, text]),
    ['mail:change-signed-out', signedOut],
    ['mail:change-not-you', notYou],
  ];
  return new Map(texts.map(([key, text]) => [key, text.replaceAll(/\{(\w+)\}/g, '{{$1}}')]));
}

const TEXTS = new Map(LOCALE_CODES.map((code) => [code, mailTexts(code)]));

/**
 * Fills in a mail.
 * @param ownTexts the brand's own interface texts in the language, which replace the usual ones
 */
export function mailText(
  mail: MailName,
  code: LocaleCode,
  ownTexts: Readonly<Record<string, string>>,
  values: Readonly<Record<string, string>>,
): MailText {
  const fill = (key: string) =>
    interpolate(ownTexts[key] ?? TEXTS.get(code)?.get(key) ?? '', values, new Intl.NumberFormat(LOCALES[code].tag));
  const { subject, lines } = keysOf(mail, code);
  return { subject: fill(subject), lines: lines.map(fill) };
}
