import { atom } from 'nanostores';
import type { LocaleCode } from '#src/contract/locales.ts';
import { platform } from './platform.ts';

/** Data that the page passes to its scripts. */
export interface PageContext {
  readonly apiPrefix: string;
  readonly locale: LocaleCode;
}

export const $pageContext = atom<PageContext>({ apiPrefix: '/public', locale: 'en' });

/** Host of the page (docs/product.md, section 3); empty until `setPageContext` is called. */
export const $domain = atom('');

/** True until the first API call has finished (docs/product.md, section 3). */
export const $loading = atom(true);

export function setPageContext(context: PageContext): void {
  $pageContext.set(context);
  $domain.set(platform().domain());
}
