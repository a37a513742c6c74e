/** Each may do what those before it may. */
export const ROLES = ['editor', 'operator', 'owner'] as const;
export type Role = (typeof ROLES)[number];

export const isRole = (text: unknown): text is Role => ROLES.some((role) => role === text);

/** Whether a role is at least another. */
export const isAtLeast = (role: Role, least: Role): boolean => ROLES.indexOf(role) >= ROLES.indexOf(least);

/**
 * The least role for each act, `anyone` for what needs no account: the only place that says who may do what. Each route names
 * its act, and one whose act does not stand here is refused.
 */
export const RIGHTS = {
  'session.open': 'anyone',
  'session.read': 'editor',
  'session.end': 'editor',
  'second-factor.change': 'editor',

  'books.read': 'editor',
  'books.create': 'editor',
  'books.change': 'editor',
  'books.delete': 'operator',
  'chapters.read': 'editor',
  'chapters.create': 'editor',
  'chapters.change': 'editor',
  'chapters.delete': 'editor',
  'preview.read': 'editor',
  'publish.plan': 'editor',
  'publish.read': 'editor',
  'publish.start': 'operator',
  'publish.cancel': 'operator',
  'media.read': 'editor',
  'audit-log.read': 'editor',

  'status.read': 'editor',
  'releases.read': 'editor',
  'releases.rollback': 'operator',
} as const satisfies Readonly<Record<string, Role | 'anyone'>>;

export type Act = keyof typeof RIGHTS;

/** @returns undefined for an act that is not in the table */
export const leastRole = (act: unknown): Role | 'anyone' | undefined =>
  typeof act === 'string' && Object.hasOwn(RIGHTS, act) ? RIGHTS[act as Act] : undefined;

/** Everything that a role may do. */
export const actsOf = (role: Role): Act[] =>
  (Object.keys(RIGHTS) as Act[]).filter((act) => {
    const least = leastRole(act);
    return least === 'anyone' || (least !== undefined && isAtLeast(role, least));
  });
