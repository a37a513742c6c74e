import { DEVICE_ID, REPORT_DRAFT } from '#src/shell/state/storage-keys.ts';

// Without the reader, sending the form opens another page (src/serve/forms/report-form.ts). Until the server has
// accepted the report, the tab stores it and shows it again. The reader sends reports without leaving the page
// (src/features/reader/report/report-form.ts).
const form = document.querySelector<HTMLFormElement>('.report-form');
if (form) restore(form);

function restore(form: HTMLFormElement): void {
  const field = (name: string) => form.elements.namedItem(name) as HTMLInputElement;
  try {
    if (location.hash === '#report-sent') sessionStorage.removeItem(REPORT_DRAFT);
    const draft = JSON.parse(sessionStorage.getItem(REPORT_DRAFT) ?? '');
    if (draft.chapter === field('chapter').value) {
      for (const name in draft) field(name).value = draft[name];
      (form.parentElement as HTMLDetailsElement).open = true;
    }
  } catch {
    // There is no stored report, or storage is unavailable.
  }
  form.addEventListener('submit', () => {
    try {
      field('device').value = localStorage.getItem(DEVICE_ID) ?? '';
      field('key').value ||= crypto.randomUUID();
      sessionStorage.setItem(REPORT_DRAFT, JSON.stringify(Object.fromEntries(new FormData(form))));
    } catch {
      // Storage is unavailable. The server creates the key.
    }
  });
}
