import { breadcrumbTo } from '#src/shell/head/breadcrumb.ts';
import { type Head, head } from '#src/shell/head/build-head.ts';
import { bestTitle, type HeadContext } from '#src/shell/head/head-parts.ts';
import type { BrandPageModel } from './view.ts';

export function brandPageHead(context: HeadContext, { title, description, editions }: BrandPageModel): Head {
  const { site, path } = context;
  return head(site.brand, site.locale, {
    title: bestTitle(context, title),
    description,
    path,
    editions,
    indexed: true,
    breadcrumb: breadcrumbTo(context, [], { name: title, href: path }),
    jsonLd: [],
  });
}
