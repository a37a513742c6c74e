import * as v from 'valibot';
import { ChapterHtml } from '#src/contract/entities/chapter.ts';
import { checked } from '../http/input.ts';
import { type Route, staffOf } from '../http/route.ts';

const Preview = v.object({ html: ChapterHtml });

export const PREVIEW_ROUTES: readonly Route[] = [
  {
    method: 'POST',
    path: '/preview',
    act: 'preview.read',
    async run(request) {
      const { html } = checked(Preview, request.body);
      return { body: { data: { html: await request.admin.untrusted.preview(html, staffOf(request)) } } };
    },
  },
];
