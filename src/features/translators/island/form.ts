import type { Draft } from '../state.ts';

type FormValues = Omit<Draft, 'key' | 'found'>;

/** The values of the form. */
export function readForm(form: HTMLFormElement): FormValues {
  const data = new FormData(form);
  const text = (name: string) => String(data.get(name) ?? '');
  return {
    name: text('name'),
    email: text('email'),
    native: text('native'),
    about: text('about'),
    languages: data.getAll('languages').map(String),
    books: data.getAll('books').map(Number),
    consent: data.has('consent'),
  };
}

/** Restores the stored draft into fields that were not changed since the page loaded. */
export function fillForm(form: HTMLFormElement, draft: FormValues): void {
  for (const field of form.elements) {
    if (field instanceof HTMLInputElement && field.type === 'checkbox') field.checked ||= isChecked(field, draft);
    else if (isTextField(field) && field.value === '') field.value = textOf(field.name, draft);
  }
}

const isTextField = (field: Element) =>
  field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement || field instanceof HTMLSelectElement;

function isChecked({ name, value }: HTMLInputElement, draft: FormValues): boolean {
  if (name === 'languages') return draft.languages.includes(value);
  return name === 'books' ? draft.books.includes(Number(value)) : name === 'consent' && draft.consent;
}

function textOf(name: string, draft: FormValues): string {
  return name === 'name' || name === 'email' || name === 'native' || name === 'about' ? draft[name] : '';
}
