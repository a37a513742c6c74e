import { call } from '../providers/http.ts';

/** HTML as the reader shows it: what the sanitiser leaves of it. */
export async function cleanHtml(html: string, signal?: AbortSignal): Promise<string> {
  const { data } = await call<{ data: { html: string } }>('preview', { method: 'POST', body: { html }, signal });
  return data.html;
}
