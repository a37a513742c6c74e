{
  // The application as a plain form (src/server/application-form.ts): what was filled in is kept as the island would keep it
  // (src/stores/translator.ts), shown again where the form was refused, and forgotten once it has arrived.
  const KEY = 'lectern:translator';
  const form = document.querySelector('.apply');
  const { elements } = form;
  const texts = ['name', 'email', 'native', 'about'];
  const boxes = [...form.querySelectorAll('[type=checkbox]')];
  const kept = () => {
    try {
      return Object(JSON.parse(sessionStorage.getItem(KEY)));
    } catch {
      return {};
    }
  };
  try {
    if (location.hash === '#application-sent') sessionStorage.removeItem(KEY);
  } catch {
    // Nothing was stored.
  }
  const draft = kept();
  for (const name of texts) elements[name].value ||= draft[name] ?? '';
  for (const box of boxes) {
    const known = draft[box.name];
    box.checked ||= Array.isArray(known) ? known.some((one) => String(one) === box.value) : known === true;
  }

  form.addEventListener('submit', () => {
    if (!form.closest('[ssr]')) return;
    const data = new FormData(form);
    const before = kept();
    const key = before.key || crypto.randomUUID?.() || '';
    elements.key.value = key;
    const filled = {
      ...Object.fromEntries(texts.map((name) => [name, data.get(name)])),
      languages: data.getAll('languages'),
      books: data.getAll('books').map(Number),
      consent: data.has('consent'),
      found: before.found ?? [],
      key,
    };
    try {
      elements.device.value = localStorage.getItem('local_uid') ?? '';
      sessionStorage.setItem(KEY, JSON.stringify(filled));
    } catch {
      // The form is sent anyway; the text is lost if it is refused.
    }
  });
}
