import * as v from 'valibot';
import { defineCall } from '../call.ts';
import { ChapterContent } from '../entities/chapter.ts';
import { idParam } from '../paging.ts';

export const chapterShow = defineCall('chapter.show', {
  method: 'GET',
  purpose: 'The text of a chapter, or the free opening of a locked one.',
  params: v.object({ book_id: idParam, chapter_id: idParam }),
  data: v.object({ chapter: v.nullable(ChapterContent) }),
  empty: { chapter: null },
  errors: ['BAD_REQUEST', 'NOT_FOUND'],
});
