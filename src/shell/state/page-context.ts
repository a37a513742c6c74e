import { atom } from 'nanostores';
import type { LocaleCode } from '#src/contract/locales.ts';
import { platform } from './platform.ts';

/** What the page passed to the browser about itself. */
export interface PageContext {
  readonly apiPrefix: string;
  readonly locale: LocaleCode;
}

export const $pageContext = atom<PageContext>({ apiPrefix: '/public', locale: 'en' });

/** Host of the page (docs/product.md, section 3); empty until the page has set it. */
export const $domain = atom('');

/** True until the first load has finished (docs/product.md, section 3). */
export const $loading = atom(true);

export function setPageContext(host: PageContext): void {
  $pageContext.set(host);
  $domain.set(platform().domain());
}
