import type { Answer, PreviewedText } from '../../contract/answers.ts';
import { call } from '../providers/http.ts';

/** Sanitises HTML with the API. The reader shows the same result. */
export async function cleanHtml(html: string, signal?: AbortSignal): Promise<string> {
  const { data } = await call<Answer<PreviewedText>>('preview', { method: 'POST', body: { html }, signal });
  return data.html;
}
