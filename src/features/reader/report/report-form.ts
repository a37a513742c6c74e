import { onConnection } from '#src/shell/island/use-online.ts';
import { platform } from '#src/shell/state/platform.ts';
import type { ReportedPassage } from '../state/reader-panels.ts';
import { sendReport } from './state.ts';

/** Prepares the form for a report about this chapter and sends it without leaving the page. Unsent input is kept. */
export function beginReport(form: HTMLFormElement, { chapter, title, passage }: ReportedPassage): void {
  if (form.dataset['state'] === undefined) takeOver(form);
  if (form.dataset['state'] === 'sent') empty(form);
  fieldOf(form, 'chapter').value = String(chapter);
  const name = form.querySelector('.report-chapter');
  if (name) name.textContent = title;
  if (passage !== '') fieldOf(form, 'passage').value = passage;
  sayConnection(form);
}

function takeOver(form: HTMLFormElement): void {
  form.dataset['state'] = 'writing';
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    if (form.dataset['state'] === 'writing' && sayConnection(form)) void send(form);
  });
  onConnection(() => sayConnection(form));
}

function empty(form: HTMLFormElement): void {
  form.reset();
  fieldOf(form, 'key').value = '';
  form.dataset['state'] = 'writing';
  say(form, '');
}

async function send(form: HTMLFormElement): Promise<void> {
  fieldOf(form, 'key').value ||= platform().randomUuid();
  const { book, chapter, kind, passage, text, key } = Object.fromEntries(new FormData(form));
  form.dataset['state'] = 'sending';
  say(form, form.dataset['sending'] ?? '');
  const answer = await sendReport({ book_id: Number(book), chapter_id: Number(chapter), kind, passage, text, key });
  form.dataset['state'] = answer === 'sent' ? 'sent' : 'writing';
  say(form, document.getElementById(`report-${answer}`)?.textContent ?? '', answer !== 'sent');
  // The button that had focus is hidden.
  if (answer === 'sent') saidOf(form)?.focus();
}

/** Shows a message while offline. @returns whether the browser is online */
function sayConnection(form: HTMLFormElement): boolean {
  const { offline = '' } = form.dataset;
  const isOnline = platform().isOnline();
  if (form.dataset['state'] !== 'writing') return isOnline;
  if (!isOnline) say(form, offline, true);
  else if (saidOf(form)?.textContent === offline) say(form, '');
  return isOnline;
}

function say(form: HTMLFormElement, words: string, failed = false): void {
  form.toggleAttribute('data-failed', failed);
  const output = saidOf(form);
  if (output) output.textContent = words.trim();
}

const saidOf = (form: HTMLFormElement) => form.querySelector<HTMLElement>('.report-said');

const fieldOf = (form: HTMLFormElement, name: string) =>
  form.elements.namedItem(name) as HTMLInputElement | HTMLTextAreaElement;
