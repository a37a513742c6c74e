import { ACCOUNT_PAGES, type RouteKind } from '#src/paths.ts';
import type { ShellModel } from './models.ts';
import type { PageRef, ReleaseView, Site } from './view.ts';

type ShellKind = ShellModel['kind'] & RouteKind;

/** A page whose content comes in the browser, or is text alone. */
const shell = (kind: ShellKind, path: (site: Site) => string): ReleaseView<ShellModel> => ({
  kind,
  paths: (_source, site): PageRef[] => [{ kind, path: path(site), params: {}, page: 1, identities: [] }],
  load: () => ({ status: 'ok', model: { kind, child: null } }),
});

export const loginView = shell('login', ({ paths }) => paths.login());
export const historyView = shell('history', ({ paths }) => paths.history());
export const notFoundView = shell('notFound', ({ paths }) => paths.notFound());
export const badRequestView = shell('badRequest', ({ paths }) => paths.badRequest());
export const faultView = shell('fault', ({ paths }) => paths.fault());

/** The account area and its five children. */
export const myinfoView: ReleaseView<ShellModel> = {
  kind: 'myinfo',
  *paths(_source, { paths }) {
    yield { kind: 'myinfo', path: paths.myinfo(), params: {}, page: 1, identities: [] };
    for (const child of ACCOUNT_PAGES) {
      yield { kind: 'myinfo', path: paths.myinfo(child), params: { child }, page: 1, identities: [] };
    }
  },
  load: ({ params }) => ({ status: 'ok', model: { kind: 'myinfo', child: params['child'] ?? null } }),
};
