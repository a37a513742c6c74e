import { environment } from '#src/stores/environment.ts';
import { LISTEN_ON } from '../text/listen-on.ts';

/** Follows the link to the next chapter where it could not flow in; false after the last chapter. */
export function leaveForNext(article: HTMLElement | undefined): boolean {
  const href = article?.closest<HTMLElement>('[data-next]')?.dataset['next'];
  if (href === undefined) return false;
  environment().tabStorage.set(LISTEN_ON, href);
  environment().goTo(href);
  return true;
}
