import * as keys from '../state/storage-keys.ts';
import { reportUnsaved } from '../state/unsaved-parts.ts';
import { consent } from './consent.ts';
import { device } from './json-storage.ts';

/**
 * Asks for consent to count page views, unless the visitor has already answered. A button in the footer shows the
 * question again.
 * @param onAgree runs when the visitor agrees
 */
export function askConsent(onAgree: () => void): void {
  const question = document.querySelector<HTMLElement>('[data-consent]');
  const askAgain = document.querySelector<HTMLElement>('[data-consent-again]');
  if (!question || !askAgain) return;
  askAgain.hidden = false;
  question.hidden = consent() !== null;
  askAgain.addEventListener('click', () => {
    question.hidden = false;
    question.querySelector('button')?.focus();
  });
  question.addEventListener('click', ({ target }) => {
    const button = target instanceof Element ? target.closest('button') : null;
    if (!button) return;
    const yes = button.value === 'yes';
    if (!device.set(keys.CONSENT, yes)) reportUnsaved('choice');
    question.hidden = true;
    if (yes) onAgree();
  });
}
