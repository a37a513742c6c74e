import { DEVICE_ID, TRANSLATOR_DRAFT } from '#src/shell/state/storage-keys.ts';

// For the form that is posted without the island (src/serve/forms/application-form.ts): stores the input in the same
// way as the island (src/features/translators/state.ts), shows it again if the server rejects it, and deletes it when
// the server has accepted it.
const TEXTS = ['name', 'email', 'native', 'about'];
const form = document.querySelector<HTMLFormElement>('.apply');
if (form) restore(form);

function stored() {
  try {
    return Object(JSON.parse(sessionStorage.getItem(TRANSLATOR_DRAFT) ?? ''));
  } catch {
    return {};
  }
}

function restore(form: HTMLFormElement): void {
  const field = (name: string) => form.elements.namedItem(name) as HTMLInputElement;
  try {
    if (location.hash === '#application-sent') sessionStorage.removeItem(TRANSLATOR_DRAFT);
  } catch {
    // Storage is unavailable, so there is no draft.
  }
  const draft = stored();
  for (const name of TEXTS) field(name).value ||= draft[name] ?? '';
  for (const box of form.querySelectorAll<HTMLInputElement>('[type=checkbox]')) {
    const value: unknown = draft[box.name];
    box.checked ||= Array.isArray(value) ? value.some((item) => String(item) === box.value) : value === true;
  }

  form.addEventListener('submit', () => {
    if (!form.closest('[ssr]')) return;
    const data = new FormData(form);
    const before = stored();
    const key = before.key || crypto.randomUUID?.() || '';
    field('key').value = key;
    const input = {
      ...Object.fromEntries(TEXTS.map((name) => [name, data.get(name)])),
      languages: data.getAll('languages'),
      books: data.getAll('books').map(Number),
      consent: data.has('consent'),
      found: before.found ?? [],
      key,
    };
    try {
      field('device').value = localStorage.getItem(DEVICE_ID) ?? '';
      sessionStorage.setItem(TRANSLATOR_DRAFT, JSON.stringify(input));
    } catch {
      // The form is sent even if the input cannot be stored. The input is then lost if the server rejects it.
    }
  });
}
