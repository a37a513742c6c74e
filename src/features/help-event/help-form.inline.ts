import { DEVICE_ID } from '#src/shell/state/storage-keys.ts';

// Adds the device id to the plain form (src/serve/forms/help-form.ts), as the island does (src/shell/state/page-context.ts).
const form = document.querySelector<HTMLFormElement>('.help-form');
form?.addEventListener('submit', () => {
  try {
    const id = localStorage.getItem(DEVICE_ID) ?? crypto.randomUUID();
    localStorage.setItem(DEVICE_ID, id);
    const field = form.elements.namedItem('device') as HTMLInputElement;
    field.value = id;
  } catch {
    // Storage is unavailable: the server creates an id.
  }
});
