import type { FormAnswer } from '#src/routes/plain-forms.ts';
import { onConnection } from '#src/shell/island/use-online.ts';
import { platform } from '#src/shell/state/platform.ts';
import type { ReportedPassage } from '../state/reader-panels.ts';
import { sendReport } from './state.ts';

/**
 * Prepares the form for a report about this chapter, and makes it send the report without leaving the page. Unsent
 * input is not deleted.
 */
export function beginReport(form: HTMLFormElement, { chapter, title, passage }: ReportedPassage): void {
  if (form.dataset['state'] === undefined) enhance(form);
  if (form.dataset['state'] === 'sent') clear(form);
  fieldOf(form, 'chapter').value = String(chapter);
  const name = form.querySelector('.report-chapter');
  if (name) name.textContent = title;
  if (passage !== '') fieldOf(form, 'passage').value = passage;
  showConnection(form);
}

function enhance(form: HTMLFormElement): void {
  form.dataset['state'] = 'writing';
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    if (form.dataset['state'] === 'writing' && showConnection(form)) void send(form);
  });
  // The browser focuses the empty field, but hides its own hint after a few seconds, so the form shows a message too.
  form.addEventListener('invalid', () => showMessage(form, answerText('input'), true), true);
  form.addEventListener('change', () => {
    if (messageText(form) === answerText('input')) showMessage(form, '');
  });
  onConnection(() => showConnection(form));
}

function clear(form: HTMLFormElement): void {
  form.reset();
  fieldOf(form, 'key').value = '';
  form.dataset['state'] = 'writing';
  showMessage(form, '');
}

async function send(form: HTMLFormElement): Promise<void> {
  fieldOf(form, 'key').value ||= platform().randomUuid();
  const { book, chapter, kind, passage, text, key } = Object.fromEntries(new FormData(form));
  form.dataset['state'] = 'sending';
  showMessage(form, form.dataset['sending'] ?? '');
  const answer = await sendReport({ book_id: Number(book), chapter_id: Number(chapter), kind, passage, text, key });
  form.dataset['state'] = answer === 'sent' ? 'sent' : 'writing';
  showMessage(form, answerText(answer), answer !== 'sent');
  // Moves the focus to the message, because the button that had it is hidden now.
  if (answer === 'sent') messageOf(form)?.focus();
}

/** Shows a message while the browser is offline. @returns whether the browser is online */
function showConnection(form: HTMLFormElement): boolean {
  const { offline = '' } = form.dataset;
  const isOnline = platform().isOnline();
  if (form.dataset['state'] !== 'writing') return isOnline;
  if (!isOnline) showMessage(form, offline, true);
  else if (messageText(form) === offline) showMessage(form, '');
  return isOnline;
}

function showMessage(form: HTMLFormElement, text: string, failed = false): void {
  form.toggleAttribute('data-failed', failed);
  const output = messageOf(form);
  if (output) output.textContent = text.trim();
}

const answerText = (answer: FormAnswer<'report'>): string =>
  document.getElementById(`report-${answer}`)?.textContent?.trim() ?? '';

const messageText = (form: HTMLFormElement) => messageOf(form)?.textContent;

const messageOf = (form: HTMLFormElement) => form.querySelector<HTMLElement>('.report-said');

const fieldOf = (form: HTMLFormElement, name: string) =>
  form.elements.namedItem(name) as HTMLInputElement | HTMLTextAreaElement;
