import type { Answer, CleanedText, PreviewedText } from '../../contract/answers.ts';
import { call } from '../providers/http.ts';

/** Sanitises HTML with the API, as readers see it. */
export async function previewHtml(html: string, signal?: AbortSignal): Promise<string> {
  const { data } = await call<Answer<PreviewedText>>('preview', { method: 'POST', body: { html }, signal });
  return data.html;
}

/** Sanitises HTML with the API, as it is stored. Formats from other programs are converted. */
export async function cleanHtml(html: string, from: 'editor' | 'clipboard'): Promise<string> {
  const { data } = await call<Answer<CleanedText>>('clean', { method: 'POST', body: { from, html } });
  return data.html;
}
