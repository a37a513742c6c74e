import { type Head, head } from '#src/shell/head/build-head.ts';
import { bestTitle, type HeadContext } from '#src/shell/head/head-parts.ts';
import { sharePath } from '#src/shell/head/share-link.ts';
import type { HelpModel } from '#src/shell/page/models.ts';

export function helpHead(context: HeadContext, { event, book }: HelpModel): Head {
  const { site, t, path } = context;
  const values = { inviter: event.inviter, title: book.title, brand: site.brand.appName };
  return head(site.brand, site.locale, {
    title: bestTitle(context, t('seo:help-title', values)),
    description: t('seo:help-description', values),
    path,
    indexed: false,
    image: book.cover?.url,
    share: sharePath(site, [book]),
    appPath: `/invited-to-help/${book.id}/${event.id}`,
  });
}
