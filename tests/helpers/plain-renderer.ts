import { PRERENDERED_VIEWS } from '#src/features/views.ts';
import type { Bundle } from '#src/publish/bundle/index.ts';
import { openPageRenderer, type PageRendererPool, type RenderInput } from '#src/publish/rebuild/index.ts';

/** A bundle without browser files, for tests that do not need a built site. */
export const plainBundle = (id = 'bundle-1', assets: Bundle['assets'] = []): Bundle => ({
  id,
  csp: "default-src 'none'",
  pageKeys: [],
  folder: '/nowhere',
  assets,
});

export interface PlainRenderers extends PageRendererPool {
  /** Paths that were rendered so far. */
  readonly rendered: string[];
}

/**
 * Creates renderers that run in this thread. A page consists of head, heading, model as JSON and links, so equal models
 * give equal pages.
 */
export function plainRenderers(
  change: (html: string, input: RenderInput) => string | Promise<string> = (html) => html,
): PlainRenderers {
  const rendered: string[] = [];
  return {
    rendered,
    open: async (options) =>
      openPageRenderer(options, PRERENDERED_VIEWS, async (input) => {
        rendered.push(input.path);
        const html = await change(page(input), input);
        return { status: 200, html: new TextEncoder().encode(html) };
      }),
    isIntact: () => true,
    async close() {},
  };
}

function page({ path, model, brand }: RenderInput): string {
  const links = [...new Set(hrefs(model))].map((href) => `<a href="${href}">${href}</a>`);
  // The canonical URL is the same as in book pages (src/features/book/head.ts).
  const canonical = `${Reflect.get(Object(model), 'owner') ?? brand.origin}${path}`;
  return `<!doctype html><html><head><title>${path} | ${brand.appName}</title><link rel="stylesheet" href="${brand.css}">
<meta name="description" content="${path} of ${brand.appName}"><meta name="robots" content="index, follow">
<link rel="canonical" href="${canonical}"><meta property="og:site_name" content="${brand.appName}"><meta property="og:url" content="${canonical}"></head><body><h1>${path}</h1>
<script type="application/json">${JSON.stringify(model).replaceAll('<', '\\u003c')}</script>${links.join('\n')}</body></html>`;
}

function hrefs(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(hrefs);
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, member]) =>
    /href$/i.test(key) && typeof member === 'string' ? [member] : hrefs(member),
  );
}
