import * as v from 'valibot';
import type { Answer, PreviewedText } from '#src/admin/contract/answers.ts';
import { ChapterHtml } from '#src/contract/entities/chapter.ts';
import { LOCALE_CODES } from '#src/contract/locales.ts';
import { pageContent } from '#src/routes/page-content.server.ts';
import { orNotFound } from '../http/error.ts';
import { parseBody } from '../http/input.ts';
import { type Route, staffOf } from '../http/route.ts';

const Preview = v.object({ html: ChapterHtml });

const PagePreview = v.object({
  brand: v.string(),
  language: v.picklist(LOCALE_CODES),
  /** Markdown. */
  text: v.pipe(v.string(), v.maxLength(50_000)),
});

export const PREVIEW_ROUTES: readonly Route[] = [
  {
    method: 'POST',
    path: '/preview',
    act: 'preview.read',
    async run(request) {
      const { html } = parseBody(Preview, request.body);
      const preview = { html: await request.admin.untrusted.preview(html, staffOf(request)) };
      return { body: { data: preview } satisfies Answer<PreviewedText> };
    },
  },
  {
    method: 'POST',
    path: '/page-preview',
    act: 'preview.read',
    async run({ admin, body }) {
      const { brand: id, language, text } = parseBody(PagePreview, body);
      const brand = orNotFound(
        (await admin.brands()).find((candidate) => candidate.id === id),
        'brand',
      );
      const preview = { slug: '', texts: { [language]: { title: '', text } } };
      const site = { brand: { ...brand, pages: [preview, ...(brand.pages ?? [])] }, locale: { code: language } };
      return { body: { data: { html: pageContent('', site)?.html ?? '' } } satisfies Answer<PreviewedText> };
    },
  },
];
