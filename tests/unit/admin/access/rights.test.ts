import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { admit } from '#src/admin/access/admit.ts';
import { actsOf, isAtLeast, isRole, leastRole, RIGHTS, ROLES } from '#src/admin/access/roles.ts';
import { ADMIN_ROUTES } from '#src/admin/routes.ts';
import { startAdmin, type TestAdmin } from '../fixture.ts';

let test: TestAdmin;
beforeAll(async () => {
  test = await startAdmin();
});
afterAll(() => test.close());

/** What an editor may not do, but an operator and an owner may. */
const OPERATORS = [
  'books.delete',
  ...['authors', 'tags', 'keywords', 'genres'].map((what) => `${what}.merge`),
  'keywords.delete',
  'genres.delete',
  ...['create', 'change', 'delete'].map((act) => `help-events.${act}`),
  ...['read', 'delete'].map((act) => `translator-applications.${act}`),
  ...['read', 'create', 'delete'].map((act) => `vouchers.${act}`),
  ...['read', 'lock', 'unlock', 'export'].map((act) => `visitors.${act}`),
  'publish.start',
  'publish.cancel',
  'releases.rollback',
];
/** What only an owner may do. */
const OWNERS = [
  'visitors.delete',
  ...['read', 'change', 'delete'].map((act) => `staff.${act}`),
  ...['read', 'create', 'resend', 'delete'].map((act) => `staff-invitations.${act}`),
];

/** The address of a route, of a record that is not there. */
const addressOf = (path: string) => `/api${path.replaceAll(/:\w+/g, '999999999')}`;

describe('the table of rights', () => {
  it('lets nobody do more by any address than its role may', async () => {
    for (const { method, path, act } of ADMIN_ROUTES) {
      const least = leastRole(act);
      for (const role of [undefined, ...ROLES]) {
        // A body that no route takes: what is let through goes no further than its check.
        const { status, body } = await test.ask(method, addressOf(path), { as: role, body: [] });
        const isMay = least === 'anyone' || (least && role && isAtLeast(role, least));
        const said = {
          method,
          path,
          role,
          refused: status === 403 || (status === 401 && body.error.code === 'signed_out'),
        };
        expect(said).toEqual({ method, path, role, refused: !isMay });
      }
    }
  });

  it('keeps from an editor what cannot be undone or is about people, and from an operator the staff', () => {
    const restOf = (role: (typeof ROLES)[number]) => {
      const acts = new Set<string>(actsOf(role));
      return Object.keys(RIGHTS)
        .filter((act) => !acts.has(act))
        .sort();
    };
    expect(restOf('editor')).toEqual([...OPERATORS, ...OWNERS].sort());
    expect(restOf('operator')).toEqual([...OWNERS].sort());
    expect(restOf('owner')).toEqual([]);
    expect(Object.entries(RIGHTS).filter(([, least]) => least === 'anyone')).toEqual([
      ['session.open', 'anyone'],
      ['invitation.accept', 'anyone'],
    ]);
    expect(Object.values(RIGHTS).filter((least) => least !== 'anyone' && !isRole(least))).toEqual([]);
  });

  it('tells who is refused what is lacking', async () => {
    const nobody = await test.ask('GET', '/api/rights');
    expect([nobody.status, nobody.body.error.message]).toEqual([401, 'Please sign in.']);
    const editor = await test.ask('DELETE', '/api/books/1', { as: 'editor' });
    expect([editor.status, editor.body.error.message]).toEqual([
      403,
      'This needs the role operator, and yours is editor.',
    ]);
    const operator = await test.ask('DELETE', '/api/visitors/1', { as: 'operator' });
    expect(operator.body.error.message).toBe('This needs the role owner, and yours is operator.');
  });

  it('refuses what stands in no row, whoever asks', async () => {
    const request = {
      method: 'GET',
      headers: { host: 'localhost', cookie: `lectern_admin=${await test.sessionOf('owner')}` },
    };
    const context = { store: test.store, now: () => new Date('2026-06-01T12:00:00Z') };
    expect((await admit(request, 'books.delete', context, undefined)).staff?.role).toBe('owner');
    for (const act of ['books.burn', undefined, 'constructor'])
      await expect(() => admit(request, act, context, undefined)).rejects.toThrow('Nobody may do this.');
  });

  it('has a route for each act, and an act for each route', () => {
    const acts = new Set<string>(ADMIN_ROUTES.map(({ act }) => act));
    expect(Object.keys(RIGHTS).filter((act) => !acts.has(act) && act !== 'media.read')).toEqual([]);
    expect(ADMIN_ROUTES.filter(({ act }) => leastRole(act) === undefined)).toEqual([]);
  });

  it('is the whole truth: the acts of an editor are told to an editor', async () => {
    const { body } = await test.ask('GET', '/api/rights', { as: 'editor' });
    expect(body.data.role).toBe('editor');
    expect(body.data.acts).toContain('books.change');
    expect(body.data.acts).not.toContain('books.delete');
  });
});
