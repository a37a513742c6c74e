{
  // Leads from the places left for it to the chapter last read on this device.
  const history = () => {
    try {
      const list = JSON.parse(localStorage.getItem('readlogList'));
      return Array.isArray(list) ? list : [];
    } catch {
      return [];
    }
  };
  const read = history().filter((entry) => Number.isInteger(entry?.book?.id) && Number.isInteger(entry.chapter?.id));
  for (const place of document.querySelectorAll('[data-continue]')) {
    const id = Number(place.dataset.book);
    const entry = id ? read.find(({ book }) => book.id === id) : read[0];
    if (!entry) continue;
    place.href = `${place.dataset.continue}/${entry.book.id}/${entry.chapter.id}`;
    place.dataset.known = '';
    place.hidden = false;
    const texts = { '[data-title]': entry.book.title, '[data-chapter]': entry.chapter.title };
    for (const [name, text] of Object.entries(texts)) {
      const line = place.querySelector(name);
      if (line) line.textContent = text;
    }
  }

  const catalogue = document.querySelector('[data-catalogue]');
  const here = read.find(({ book }) => book.id === Number(catalogue?.dataset.catalogue));
  const link = here && catalogue.querySelector(`a[href$="/${here.book.id}/${here.chapter.id}"]`);
  if (link) {
    link.setAttribute('aria-current', 'true');
    const range = link.closest('.chapters-range');
    if (range) range.open = true;
  }
}
