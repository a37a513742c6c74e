import * as v from 'valibot';
import type { Answer, PreviewedText } from '#src/admin/contract/answers.ts';
import { ChapterHtml } from '#src/contract/entities/chapter.ts';
import { parseBody } from '../http/input.ts';
import { type Route, staffOf } from '../http/route.ts';

const Preview = v.object({ html: ChapterHtml });

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
];
