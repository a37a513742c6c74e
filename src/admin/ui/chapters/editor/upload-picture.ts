import type { Answer, ChapterPicture } from '../../../contract/answers.ts';
import { call } from '../../providers/http.ts';

/** Stores a picture for chapters. @returns the attributes of its element */
export async function uploadPicture(file: File): Promise<ChapterPicture> {
  const { data } = await call<Answer<ChapterPicture>>('pictures', { method: 'POST', body: file });
  return data;
}
