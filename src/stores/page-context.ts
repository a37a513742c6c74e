import { atom } from 'nanostores';
import type { LocaleCode } from '#src/contract/locales.ts';
import { platform } from './platform.ts';

/** What the page told the browser of itself. */
export interface PageContext {
  readonly apiPrefix: string;
  readonly locale: LocaleCode;
}

export const $pageContext = atom<PageContext>({ apiPrefix: '/public', locale: 'en' });

/** Name of the host the page came from (product 3); empty until the page told of itself. */
export const $domain = atom('');

/** True until the first load has finished (product 3). */
export const $loading = atom(true);

export function setPageContext(host: PageContext): void {
  $pageContext.set(host);
  $domain.set(platform().domain());
}
