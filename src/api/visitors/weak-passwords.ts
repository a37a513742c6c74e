import * as v from 'valibot';
import { NewPassword } from '#src/contract/calls/auth.ts';

/** Public facts about an account, which attackers try first. */
export interface KnownWords {
  /** Name of the site, as visitors know it. */
  readonly name: string;
  /** Scheme and host of the site. */
  readonly origin: string;
  /** Email of the account, if known. */
  readonly email?: string | undefined;
}

/** Minimum length of a known word. Shorter ones occur in too many good passwords by chance. */
const MIN_WORD_CHARACTERS = 4;
/** Minimum number of letters and digits in a password that are not part of known words. */
const MIN_OTHER_CHARACTERS = 4;

let common: Promise<ReadonlySet<string>> | undefined;

/** Returns the list of common passwords. It is loaded on first use, because this takes a few megabytes and 0.1 s. */
const commonPasswords = (): Promise<ReadonlySet<string>> => {
  common ??= import('@zxcvbn-ts/language-common').then(
    ({ dictionary }) => new Set(dictionary['passwords-common'].filter((password) => isLongEnough(password))),
  );
  return common;
};

const isLongEnough = (password: string): boolean => v.is(NewPassword, password);

/**
 * Whether a password is weak, regardless of case: it is among the 18,000 most common passwords in breaches that have
 * the minimum length, or it is little more than the name or the host of the site, or the email of the account.
 *
 * Source: OWASP ASVS 5.0, 6.2.4, 6.2.11 and 6.2.12.
 */
export async function isWeakPassword(password: string, words: KnownWords): Promise<boolean> {
  const folded = password.toLowerCase();
  return (await commonPasswords()).has(folded) || isOfWords(folded, wordsOf(words));
}

function wordsOf({ name, origin, email = '' }: KnownWords): string[] {
  const hosts = new URL(origin).hostname.split('.');
  const parts = [name.replaceAll(/\s/gu, ''), ...name.split(/\s/u), ...hosts, email, ...email.split(/[@.+_-]/u)];
  const words = new Set(parts.map((part) => part.toLowerCase()).filter((part) => part.length >= MIN_WORD_CHARACTERS));
  return [...words].sort((one, other) => other.length - one.length);
}

/** Whether a password contains one of the words, and fewer than `MIN_OTHER_CHARACTERS` other letters and digits. */
function isOfWords(password: string, words: readonly string[]): boolean {
  const otherText = words.reduce((text, word) => text.replaceAll(word, ''), password);
  return otherText !== password && otherText.replaceAll(/[^\p{L}\p{N}]/gu, '').length < MIN_OTHER_CHARACTERS;
}
