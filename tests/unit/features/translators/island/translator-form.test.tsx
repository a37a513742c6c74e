// @vitest-environment happy-dom
import { act } from 'react';
import { afterEach, describe, expect, it } from 'vitest';
import type { ApiClient } from '#src/contract/client/types.ts';
import { clearStage, click, press, type ShownIsland, settle, showIsland, type } from '../../../shell/island/stage.tsx';
import { memoryPlatform } from '../../../shell/state/memory-platform.ts';

const FOUND = { id: 9, title: 'Sunrise', category: { name: 'Drama', sub_name: null } };

interface Submission {
  readonly books: readonly number[];
}

function upstream(code?: string) {
  const sent: Submission[] = [];
  const client: ApiClient = async (call, params) => {
    if (call.name === 'search.suggest') {
      return { success: 1, data: { items: [{ kind: 'book', book: FOUND }] }, errors: [], status: 200 };
    }
    sent.push(params);
    return code === undefined
      ? { success: 1, data: { application: { id: 12, created_at: '2026-05-01T12:00:00Z' } }, errors: [], status: 200 }
      : { success: 0, data: call.empty, errors: [{ code, message: code }], status: 409 };
  };
  return { client, sent };
}

const write = ({ find }: ShownIsland, name: string, text: string) =>
  act(async () => {
    const field = find<HTMLInputElement>(`[name="${name}"]`);
    field.value = text;
    field.dispatchEvent(new Event('input', { bubbles: true }));
  });
const submit = ({ find }: ShownIsland) =>
  act(async () => void find('form').dispatchEvent(new Event('submit', { bubbles: true, cancelable: true })));

async function fill(island: ShownIsland): Promise<void> {
  await write(island, 'name', 'Ann');
  await write(island, 'email', 'ann@example.org');
  await write(island, 'native', 'es');
  await write(island, 'about', 'I have read this novel twice and would begin with it.');
  for (const box of ['[name=languages][value=en]', '[name=books]', '[name=consent]']) await click(island.find(box));
}

afterEach(clearStage);

describe('TranslatorForm', () => {
  it('shows errors beside each field and above the button, and focuses the first', async () => {
    const { client, sent } = upstream();
    const island = await showIsland('translator', memoryPlatform({}, client));
    await submit(island);
    await settle();
    expect(island.root.querySelectorAll('.apply-wrong')).toHaveLength(7);
    expect(document.activeElement?.getAttribute('name')).toBe('name');
    const email = island.find<HTMLInputElement>('[name=email]');
    expect(email.getAttribute('aria-invalid')).toBe('true');
    const described = email.getAttribute('aria-describedby')?.split(' ') ?? [];
    expect(described.map((id) => island.find(`#${id}`).textContent)).toEqual([
      'Enter an email address such as ann@example.com.',
      'We will reply to this address.',
    ]);
    expect(island.find('[role=alert]').textContent).toContain('7 fields need your attention');
    expect([...island.root.querySelectorAll('[role=alert] a')].map((link) => link.getAttribute('href'))).toContain(
      '#apply-consent',
    );
    expect(sent).toEqual([]);
  });

  it('sends the input and explains the next steps', async () => {
    const { client, sent } = upstream();
    const island = await showIsland('translator', memoryPlatform({}, client));
    await fill(island);
    await submit(island);
    await settle();
    expect(sent).toEqual([expect.objectContaining({ name: 'Ann', native: 'es', languages: ['en'], books: [4] })]);
    expect(island.root.querySelector('form')).toBeNull();
    expect(island.root.textContent).toContain('Your application number is 12. We will write to ann@example.org.');
    expect(document.activeElement?.textContent).toBe('Thank you for your application');
  });

  it.each([
    ['CONFLICT', 'There is already an application from this email address.'],
    ['RATE_LIMITED', 'Please try again in an hour.'],
    ['CLIENT_NETWORK', 'What you wrote is saved'],
    ['CALL_ABSENT', 'Please write to support@freenovel.example.'],
    ['INTERNAL', 'Something went wrong.'],
  ])('reports %s and keeps the input', async (code, words) => {
    const platform = memoryPlatform({}, upstream(code).client);
    const island = await showIsland('translator', platform);
    await fill(island);
    await submit(island);
    await settle();
    expect(island.find('[role=alert]').textContent).toContain(words);
    await clearStage();
    const again = await showIsland('translator', platform);
    await settle();
    expect(again.find<HTMLInputElement>('[name=name]').value).toBe('Ann');
    expect(again.find<HTMLInputElement>('[name=books]').checked).toBe(true);
    expect(again.find<HTMLSelectElement>('[name=native]').value).toBe('es');
  });

  it('finds more stories by title, with keyboard and pointer', async () => {
    const { client, sent } = upstream();
    const island = await showIsland('translator', memoryPlatform({}, client));
    await fill(island);
    const field = island.find<HTMLInputElement>('[role=combobox]');
    await act(async () => field.focus());
    await type(field, 'sun');
    await settle(200);
    await press(field, 'ArrowDown');
    await press(field, 'Enter');
    await settle();
    expect(island.find<HTMLInputElement>('[name=books][value="9"]').checked).toBe(true);
    await submit(island);
    await settle();
    expect(sent[0]?.books).toEqual([4, 9]);
  });
});
