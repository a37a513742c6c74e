import * as v from 'valibot';
import type { Answer, CleanedText } from '#src/admin/contract/answers.ts';
import { ChapterHtml } from '#src/contract/entities/chapter.ts';
import { parseBody } from '../http/input.ts';
import { type Route, staffOf } from '../http/route.ts';

/** Word writes its style sheet and much other markup to the clipboard, so pasted HTML may be longer than a chapter. */
const MAX_CLIPBOARD_CHARACTERS = 4 * 1024 * 1024;

const Clean = v.variant('from', [
  v.object({ from: v.literal('editor'), html: ChapterHtml }),
  v.object({ from: v.literal('clipboard'), html: v.pipe(v.string(), v.maxLength(MAX_CLIPBOARD_CHARACTERS)) }),
]);

/** Returns HTML as a chapter would store it. */
export const CLEAN_ROUTES: readonly Route[] = [
  {
    method: 'POST',
    path: '/clean',
    act: 'preview.read',
    async run(request) {
      const { from, html } = parseBody(Clean, request.body);
      const { untrusted } = request.admin;
      const staff = staffOf(request);
      const cleaned =
        from === 'clipboard' ? await untrusted.pasted(html, staff) : (await untrusted.stored(html, staff)).html;
      return { body: { data: { html: cleaned } } satisfies Answer<CleanedText> };
    },
  },
];
