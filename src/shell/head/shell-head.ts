import { taglineOf } from '#src/brand/public-brand.ts';
import { ACCOUNT_PAGES } from '#src/routes/paths.ts';
import type { ShellModel } from '../page/models.ts';
import { type Head, head } from './build-head.ts';
import { bestTitle, brandedTitle, type HeadContext } from './head-parts.ts';

const ERRORS: readonly ShellModel['kind'][] = ['notFound', 'badRequest', 'serverError', 'offline'];
/** Pages whose title ends with the brand instead of containing the "best" label. */
const BRANDED: readonly ShellModel['kind'][] = [...ERRORS, 'login'];

export function shellHead(context: HeadContext, { kind, child }: Pick<ShellModel, 'kind' | 'child'>): Head {
  const { site, t, path } = context;
  const named = ACCOUNT_PAGES.find((page) => page === child) ?? kind;
  return head(site.brand, site.locale, {
    title: (BRANDED.includes(kind) ? brandedTitle : bestTitle)(context, t(`seo:${named}-title`)),
    description: taglineOf(site.brand, site.locale.code),
    path: ERRORS.includes(kind) ? null : path,
    indexed: false,
  });
}
