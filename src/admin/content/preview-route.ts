import * as v from 'valibot';
import { ChapterHtml } from '#src/contract/entities/chapter.ts';
import { checked } from '../http/input.ts';
import type { Route } from '../http/route.ts';
import { previewHtml } from './chapter-text.ts';

const Preview = v.object({ html: ChapterHtml });

export const PREVIEW_ROUTES: readonly Route[] = [
  {
    method: 'POST',
    path: '/preview',
    act: 'preview.read',
    run: ({ body }) => ({ body: { data: { html: previewHtml(checked(Preview, body).html) } } }),
  },
];
