import { ACCOUNT_PAGES, type RouteKind } from '#src/routes/paths.ts';
import type { ShellModel } from './models.ts';
import type { PageRef, PrerenderedView, Site } from './view.ts';

type ShellKind = ShellModel['kind'] & RouteKind;

/** A page whose content comes in the browser, or is text alone. */
const shell = (kind: ShellKind, path: (site: Site) => string): PrerenderedView<ShellModel> => ({
  kind,
  paths: (_source, site): PageRef[] => [{ kind, path: path(site), params: {}, page: 1, aliases: [] }],
  load: (_ref, source) => ({ status: 'ok', model: { kind, child: null, accounts: source.accounts() } }),
});

const login = shell('login', ({ paths }) => paths.login());

/** Not there where nobody can sign in. */
export const loginView: PrerenderedView<ShellModel> = {
  ...login,
  paths: (source, site) => (source.accounts() ? login.paths(source, site) : []),
};

export const historyView = shell('history', ({ paths }) => paths.history());
export const lastReadView = shell('lastRead', ({ paths }) => paths.readerEntry());
export const offlineView = shell('offline', ({ paths }) => paths.offline());
export const notFoundView = shell('notFound', ({ paths }) => paths.notFound());
export const badRequestView = shell('badRequest', ({ paths }) => paths.badRequest());
export const serverErrorView = shell('fault', ({ paths }) => paths.fault());

/** The account area and its five children; where nobody can sign in, only what is text alone. */
export const myinfoView: PrerenderedView<ShellModel> = {
  kind: 'myinfo',
  *paths(source, { paths }) {
    yield { kind: 'myinfo', path: paths.myinfo(), params: {}, page: 1, aliases: [] };
    for (const child of source.accounts() ? ACCOUNT_PAGES : LEGAL_PAGES) {
      yield { kind: 'myinfo', path: paths.myinfo(child), params: { child }, page: 1, aliases: [] };
    }
  },
  load: ({ params }, source) => ({
    status: 'ok',
    model: { kind: 'myinfo', child: params['child'] ?? null, accounts: source.accounts() },
  }),
};

const LEGAL_PAGES = ['privacyPolicy', 'teams_of_services'] as const;
