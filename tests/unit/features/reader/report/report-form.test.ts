// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { ApiClient } from '#src/contract/client/types.ts';
import { beginReport } from '#src/features/reader/report/report-form.ts';
import { reportedChapter, reportedPassage, reportForm } from '#src/features/reader/report/reported.ts';
import { setPlatform } from '#src/shell/state/platform.ts';

const sent: object[] = [];
let code: string | undefined;
let isOnline = true;
let answer: () => void;

const client: ApiClient = async (call, params) => {
  sent.push(params);
  await new Promise<void>((resolve) => {
    answer = resolve;
  });
  return code === undefined
    ? { success: 1, data: { report: { id: 1, created_at: '' } } as never, errors: [], status: 200 }
    : { success: 0, data: call.empty, errors: [{ code, message: code }], status: 429 };
};

beforeEach(() => {
  sent.length = 0;
  code = undefined;
  isOnline = true;
  setPlatform({ client: () => client, isOnline: () => isOnline, log: () => {}, waiting: () => {} });
  document.body.innerHTML = `
    <section data-reader-part><article data-reader-text data-chapter="9"><h1 class="reader-title">The lamp</h1></article></section>
    <section data-reader-part data-current><article data-reader-text data-chapter="10"><h2 class="reader-title">The tide</h2>
    </article></section>
    <p id="report-sent">Thank you.</p><p id="report-often">Too many.</p><p id="report-input">Choose.</p>
    <form class="report-form" data-sending="Sending" data-offline="Offline"><input type="hidden" name="book" value="4">
    <input type="hidden" name="chapter" value="9"><input type="hidden" name="key"><p class="report-chapter"></p>
    <select name="kind" required><option value=""></option><option value="text"></option></select>
    <textarea name="passage"></textarea><textarea name="text"></textarea>
    <p class="report-said" tabindex="-1"></p><button type="submit"></button></form>`;
});
afterEach(() => setPlatform());

const find = <E extends HTMLElement = HTMLInputElement>(selector: string) => document.querySelector<E>(selector) as E;
const message = () => [find('.report-said').textContent, form().hasAttribute('data-failed')];
const form = () => reportForm() as HTMLFormElement;
const begin = () => beginReport(form(), reportedChapter() as NonNullable<ReturnType<typeof reportedChapter>>);
const submit = () => form().dispatchEvent(new Event('submit', { cancelable: true }));
const settled = () => new Promise((resolve) => setTimeout(resolve));

async function send(): Promise<void> {
  find('[name=kind]').value = 'text';
  submit();
  await settled();
}

it('a report belongs to the current chapter and is not sent again while it is being sent', async () => {
  begin();
  expect(find('.report-chapter').textContent).toBe('The tide');
  find('[name=text]').value = 'It has to be four.';
  await send();
  submit();
  expect(message()).toEqual(['Sending', false]);
  expect(sent).toMatchObject([{ book_id: 4, chapter_id: 10, kind: 'text', text: 'It has to be four.' }]);
  answer();
  await settled();
  expect(message()).toEqual(['Thank you.', false]);
  expect(document.activeElement).toBe(find('.report-said'));
});

it('a report without a category shows an error until a category is chosen', () => {
  begin();
  expect(form().checkValidity()).toBe(false);
  expect(message()).toEqual(['Choose.', true]);
  find('[name=kind]').value = 'text';
  find('[name=kind]').dispatchEvent(new Event('change', { bubbles: true }));
  expect(message()).toEqual(['', false]);
  expect(sent).toEqual([]);
});

it('a report keeps its input and its idempotency key if it is rejected', async () => {
  code = 'RATE_LIMITED';
  begin();
  find('[name=text]').value = 'It has to be four.';
  for (const _ of [1, 2]) {
    await send();
    answer();
    await settled();
    expect(message()).toEqual(['Too many.', true]);
  }
  expect(find('[name=text]').value).toBe('It has to be four.');
  const [first, second] = sent as { key: string }[];
  expect(first?.key).toBe(second?.key);
});

it('the report form is empty again after sending', async () => {
  begin();
  await send();
  answer();
  await settled();
  const { key } = sent[0] as { key: string };
  beginReport(form(), reportedPassage(find('[data-chapter="9"]'), 'at for'));
  expect([find('[name=passage]').value, find('[name=kind]').value, find('.report-chapter').textContent]).toEqual([
    'at for',
    '',
    'The lamp',
  ]);
  expect(message()).toEqual(['', false]);
  await send();
  expect(sent[1]).toMatchObject({ chapter_id: 9, passage: 'at for' });
  expect((sent[1] as { key: string }).key).not.toBe(key);
  answer();
});

it('the report form cannot be sent while offline', async () => {
  isOnline = false;
  begin();
  expect(message()).toEqual(['Offline', true]);
  await send();
  expect(sent).toEqual([]);
  isOnline = true;
  dispatchEvent(new Event('online'));
  expect(message()).toEqual(['', false]);
  await send();
  expect(sent).toHaveLength(1);
  answer();
});
