import { DEVICE_ID } from '#src/shell/state/storage-keys.ts';

// Adds the device id to the form that is sent without the island (src/serve/forms/help-form.ts). The id is created and
// stored in the same way as by the island (src/shell/state/call-upstream.ts).
const form = document.querySelector<HTMLFormElement>('.help-form');
form?.addEventListener('submit', () => {
  try {
    const id = localStorage.getItem(DEVICE_ID) ?? crypto.randomUUID();
    localStorage.setItem(DEVICE_ID, id);
    const field = form.elements.namedItem('device') as HTMLInputElement;
    field.value = id;
  } catch {
    // If storage is unavailable, the server creates an id.
  }
});
