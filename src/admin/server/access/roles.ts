import { ROLES, type Role } from '#src/admin/contract/roles.ts';

export const isRole = (text: unknown): text is Role => ROLES.some((role) => role === text);

/** Whether a role includes the rights of `minimum`. */
export const isAtLeast = (role: Role, minimum: Role): boolean => ROLES.indexOf(role) >= ROLES.indexOf(minimum);

/** Minimum length of staff passwords, in characters. */
export const MIN_PASSWORD_LENGTH = 12;

/**
 * The minimum role for each act, or `anyone` if no account is required. Each route names its act; acts that are not
 * listed here are forbidden.
 */
export const RIGHTS = {
  'session.open': 'anyone',
  // Authorised by the invitation's token.
  'invitation.accept': 'anyone',
  'session.read': 'editor',
  'session.end': 'editor',
  'second-factor.change': 'editor',
  'password.change': 'editor',

  'books.read': 'editor',
  'books.create': 'editor',
  'books.change': 'editor',
  'books.delete': 'operator',
  'books.cover': 'editor',
  'books.cover-generate': 'editor',
  'chapters.read': 'editor',
  'chapters.create': 'editor',
  'chapters.change': 'editor',
  'chapters.delete': 'editor',
  'bin.read': 'editor',
  // Also requires the right to create the record.
  'bin.restore': 'editor',
  'bin.delete': 'owner',
  'takedowns.read': 'operator',
  'takedowns.create': 'operator',
  'takedowns.resume': 'operator',
  'takedowns.allow': 'operator',
  'revisions.read': 'editor',
  // Also requires the right to change the record.
  'revisions.restore': 'editor',
  'preview.read': 'editor',
  'pictures.create': 'editor',
  'pictures.read': 'editor',
  // Also requires the right to change the record.
  'presence.change': 'editor',
  'imports.read': 'editor',
  'imports.create': 'editor',
  'imports.store': 'editor',
  'imports.delete': 'editor',
  'authors.read': 'editor',
  'authors.change': 'editor',
  'authors.merge': 'operator',
  'tags.read': 'editor',
  'tags.change': 'editor',
  'tags.merge': 'operator',
  'keywords.read': 'editor',
  'keywords.create': 'editor',
  'keywords.change': 'editor',
  'keywords.delete': 'operator',
  'keywords.merge': 'operator',
  'genres.merge': 'operator',
  'genres.read': 'editor',
  'genres.create': 'editor',
  'genres.change': 'editor',
  'genres.delete': 'operator',
  'shelves.read': 'editor',
  'shelves.create': 'editor',
  'shelves.change': 'editor',
  'shelves.delete': 'editor',
  'rankings.read': 'editor',
  'rankings.create': 'editor',
  'rankings.change': 'editor',
  'rankings.delete': 'editor',
  'banners.read': 'editor',
  'banners.create': 'editor',
  'banners.change': 'editor',
  'banners.delete': 'editor',
  'help-events.read': 'editor',
  'help-events.create': 'operator',
  'help-events.change': 'operator',
  'help-events.delete': 'operator',
  'brands.read': 'editor',
  'brand-settings.read': 'editor',
  'brand-settings.change': 'operator',
  'redirects.read': 'editor',
  'redirects.create': 'operator',
  'redirects.delete': 'operator',
  'reports.read': 'editor',
  'reports.change': 'editor',
  'translator-applications.read': 'operator',
  'translator-applications.delete': 'operator',
  'vouchers.read': 'operator',
  'vouchers.create': 'operator',
  'vouchers.delete': 'operator',
  'visitors.read': 'operator',
  'visitors.lock': 'operator',
  'visitors.unlock': 'operator',
  'visitors.export': 'operator',
  'visitors.delete': 'owner',
  'staff.read': 'owner',
  'staff.change': 'owner',
  'staff.delete': 'owner',
  'staff-invitations.read': 'owner',
  'staff-invitations.create': 'owner',
  'staff-invitations.resend': 'owner',
  'staff-invitations.delete': 'owner',
  'publish.plan': 'editor',
  'publish.read': 'editor',
  'publish.start': 'operator',
  'publish.cancel': 'operator',
  'media.read': 'editor',
  'audit-log.read': 'editor',

  'status.read': 'editor',
  'statistics.read': 'editor',
  'releases.read': 'editor',
  'releases.rollback': 'operator',
  // Undoing also requires the right to perform the opposite act, such as `books.delete` for an added book.
  'audit-log.undo': 'editor',
} as const satisfies Readonly<Record<string, Role | 'anyone'>>;

export type Act = keyof typeof RIGHTS;

/** Acts that are allowed before the account has a second factor. */
const WITHOUT_SECOND_FACTOR: ReadonlySet<string | undefined> = new Set<Act>([
  'session.read',
  'session.end',
  'second-factor.change',
]);

export const needsSecondFactor = (act: string | undefined): boolean => !WITHOUT_SECOND_FACTOR.has(act);

/**
 * Acts that add, change or remove staff members. They require the password with each request, so a stolen session is
 * not enough.
 */
const WITH_PASSWORD: ReadonlySet<Act> = new Set<Act>([
  'staff.change',
  'staff.delete',
  'staff-invitations.create',
  'staff-invitations.resend',
]);

export const needsPassword = (act: Act): boolean => WITH_PASSWORD.has(act);

/** The minimum role for an act. @returns undefined for an unknown act */
export const minRole = (act: unknown): Role | 'anyone' | undefined =>
  typeof act === 'string' && Object.hasOwn(RIGHTS, act) ? RIGHTS[act as Act] : undefined;

/** All acts that a role may perform. */
export const actsOf = (role: Role): Act[] =>
  (Object.keys(RIGHTS) as Act[]).filter((act) => {
    const required = minRole(act);
    return required === 'anyone' || (required !== undefined && isAtLeast(role, required));
  });
