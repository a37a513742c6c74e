import { pageContent } from '#src/routes/page-content.server.ts';
import type { RouteKind } from '#src/routes/page-kinds.ts';
import { ACCOUNT_PAGES } from '#src/routes/paths.ts';
import type { ShellModel } from './models.ts';
import type { PageRef, PrerenderedView, Site } from './view.ts';

type ShellKind = ShellModel['kind'] & RouteKind;

/** A page whose content is rendered in the browser, or that contains only fixed text. */
const appShell = (kind: ShellKind, path: (site: Site) => string): PrerenderedView<ShellModel> => ({
  kind,
  paths: (_source, site): PageRef[] => [{ kind, path: path(site), params: {}, page: 1, aliases: [] }],
  load: (_ref, source) => ({ status: 'ok', model: { kind, child: null, accounts: source.accounts() } }),
});

const login = appShell('login', ({ paths }) => paths.login());

/** The sign-in page, which exists only if visitors can sign in. */
export const loginView: PrerenderedView<ShellModel> = {
  ...login,
  paths: (source, site) => (source.accounts() ? login.paths(source, site) : []),
};

export const historyView = appShell('history', ({ paths }) => paths.history());
export const notebookView = appShell('notebook', ({ paths }) => paths.notebook());
export const lastReadView = appShell('lastRead', ({ paths }) => paths.readerEntry());
export const offlineView = appShell('offline', ({ paths }) => paths.offline());
export const notFoundView = appShell('notFound', ({ paths }) => paths.notFound());
export const badRequestView = appShell('badRequest', ({ paths }) => paths.badRequest());
export const serverErrorView = appShell('serverError', ({ paths }) => paths.serverError());

/**
 * The account area and its five child pages. If visitors cannot sign in, only the area itself and the two legal texts
 * exist.
 */
export const myinfoView: PrerenderedView<ShellModel> = {
  kind: 'myinfo',
  *paths(source, { paths }) {
    yield { kind: 'myinfo', path: paths.myinfo(), params: {}, page: 1, aliases: [] };
    for (const child of source.accounts() ? ACCOUNT_PAGES : LEGAL_PAGES) {
      yield { kind: 'myinfo', path: paths.myinfo(child), params: { child }, page: 1, aliases: [] };
    }
  },
  load({ params }, source, site) {
    const child = params['child'] ?? null;
    const page = LEGAL_PAGES.find((name) => name === child);
    const own = page && pageContent(SLUGS[page], site);
    return {
      status: 'ok',
      model: { kind: 'myinfo', child, accounts: source.accounts(), ...(own && { text: own.html }) },
    };
  },
};

const LEGAL_PAGES = ['privacyPolicy', 'teams_of_services'] as const;
/** The brand's own pages that replace the text of a legal page. */
const SLUGS = { privacyPolicy: 'privacy', teams_of_services: 'terms' } as const;
