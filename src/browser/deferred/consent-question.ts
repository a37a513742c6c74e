import { reportUnsaved } from '#src/lib/unsaved.ts';
import { CONSENT_KEY, consent } from './consent.ts';
import { device } from './json-storage.ts';

/**
 * Asks whether visits may be counted, until the visitor has said so; the footer asks again at any time.
 * @param agreed runs when the visitor agrees
 */
export function askConsent(agreed: () => void): void {
  const question = document.querySelector<HTMLElement>('[data-consent]');
  const again = document.querySelector<HTMLElement>('[data-consent-again]');
  if (!question || !again) return;
  again.hidden = false;
  question.hidden = consent() !== null;
  again.addEventListener('click', () => {
    question.hidden = false;
    question.querySelector('button')?.focus();
  });
  question.addEventListener('click', ({ target }) => {
    const button = target instanceof Element ? target.closest('button') : null;
    if (!button) return;
    const yes = button.value === 'yes';
    if (!device.set(CONSENT_KEY, yes)) reportUnsaved('choice');
    question.hidden = true;
    if (yes) agreed();
  });
}
