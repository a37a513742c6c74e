import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ROLES } from '#src/admin/contract/roles.ts';
import { admit } from '#src/admin/server/access/admit.ts';
import { actsOf, isAtLeast, isRole, minRole, RIGHTS } from '#src/admin/server/access/roles.ts';
import { ADMIN_ROUTES } from '#src/admin/server/routes.ts';
import { startAdmin, type TestAdmin } from '../fixture.ts';

let test: TestAdmin;
beforeAll(async () => {
  test = await startAdmin();
});
afterAll(() => test.close());

/** Acts that operators and owners may perform, but not editors. */
const OPERATORS = [
  'books.delete',
  'brand-settings.change',
  ...['create', 'delete'].map((act) => `redirects.${act}`),
  ...['authors', 'tags', 'keywords', 'genres'].map((what) => `${what}.merge`),
  'keywords.delete',
  'genres.delete',
  ...['create', 'change', 'delete'].map((act) => `help-events.${act}`),
  ...['read', 'delete'].map((act) => `translator-applications.${act}`),
  ...['read', 'create', 'delete'].map((act) => `vouchers.${act}`),
  ...['read', 'lock', 'unlock', 'export'].map((act) => `visitors.${act}`),
  ...['read', 'create', 'resume', 'allow'].map((act) => `takedowns.${act}`),
  'publish.start',
  'publish.cancel',
  'releases.rollback',
];
/** Acts that only owners may perform. */
const OWNERS = [
  'bin.delete',
  'visitors.delete',
  ...['read', 'change', 'delete'].map((act) => `staff.${act}`),
  ...['read', 'create', 'resend', 'delete'].map((act) => `staff-invitations.${act}`),
];

/** The path of a route, with the id of an unknown record. */
const addressOf = (path: string) => `/api${path.replaceAll(/:\w+/g, '999999999')}`;

describe('the table of admin rights', () => {
  it('is enforced on every route for every role', async () => {
    for (const { method, path, act } of ADMIN_ROUTES) {
      const required = minRole(act);
      for (const role of [undefined, ...ROLES]) {
        // No route accepts this body, so permitted requests fail validation.
        const { status, body } = await test.ask(method, addressOf(path), { as: role, body: [] });
        const isAllowed = required === 'anyone' || (required && role && isAtLeast(role, required));
        const outcome = {
          method,
          path,
          role,
          refused: status === 403 || (status === 401 && body.error.code === 'signed_out'),
        };
        expect(outcome).toEqual({ method, path, role, refused: !isAllowed });
      }
    }
  });

  it('denies editors irreversible actions and visitor data, and denies operators staff management', () => {
    const deniedActsOf = (role: (typeof ROLES)[number]) => {
      const acts = new Set<string>(actsOf(role));
      return Object.keys(RIGHTS)
        .filter((act) => !acts.has(act))
        .sort();
    };
    expect(deniedActsOf('editor')).toEqual([...OPERATORS, ...OWNERS].sort());
    expect(deniedActsOf('operator')).toEqual([...OWNERS].sort());
    expect(deniedActsOf('owner')).toEqual([]);
    expect(Object.entries(RIGHTS).filter(([, minimum]) => minimum === 'anyone')).toEqual([
      ['session.open', 'anyone'],
      ['invitation.accept', 'anyone'],
    ]);
    expect(Object.values(RIGHTS).filter((minimum) => minimum !== 'anyone' && !isRole(minimum))).toEqual([]);
  });

  it('determines whether an error asks for a sign-in or names the required role', async () => {
    const signedOut = await test.ask('GET', '/api/session');
    expect([signedOut.status, signedOut.body.error.message]).toEqual([401, 'Please sign in.']);
    const editor = await test.ask('DELETE', '/api/books/1', { as: 'editor' });
    expect([editor.status, editor.body.error.message]).toEqual([
      403,
      'This requires the role operator. Your role is editor.',
    ]);
    const operator = await test.ask('DELETE', '/api/visitors/1', { as: 'operator' });
    expect(operator.body.error.message).toBe('This requires the role owner. Your role is operator.');
  });

  it('forbids unknown actions, even for owners', async () => {
    const request = {
      method: 'GET',
      headers: { host: 'localhost', cookie: `lectern_admin=${await test.sessionOf('owner')}` },
    };
    const context = { store: test.store, now: () => new Date('2026-06-01T12:00:00Z') };
    expect((await admit(request, 'books.delete', context, undefined)).staff?.role).toBe('owner');
    for (const act of ['books.burn', undefined, 'constructor'])
      await expect(() => admit(request, act, context, undefined)).rejects.toThrow('This is not allowed.');
  });

  it('has a route for each action, and an action for each route', () => {
    const acts = new Set<string>(ADMIN_ROUTES.map(({ act }) => act));
    expect(Object.keys(RIGHTS).filter((act) => !acts.has(act) && act !== 'media.read')).toEqual([]);
    expect(ADMIN_ROUTES.filter(({ act }) => minRole(act) === undefined)).toEqual([]);
  });

  it('is sent to editors as the list of actions that they may perform', async () => {
    const { body } = await test.ask('GET', '/api/session', { as: 'editor' });
    expect(body.user.role).toBe('editor');
    expect(body.acts).toContain('books.change');
    expect(body.acts).not.toContain('books.delete');
  });
});
