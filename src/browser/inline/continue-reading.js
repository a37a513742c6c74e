{
  // Leads from the places left for it to the chapter last read on this device.
  const kept = (key) => {
    try {
      const value = JSON.parse(localStorage.getItem(key));
      const list = value?.items ?? value;
      return Array.isArray(list) ? list : [];
    } catch {
      return [];
    }
  };
  // Chapters of the book that came since the visitor last looked (src/stores/new-chapters.ts).
  const news = ({ book, chapter }) => {
    const chapters = kept('lectern:briefs').find((brief) => brief?.id === book.id)?.chapters;
    const seen = kept('lectern:seen').find((known) => known?.book_id === book.id)?.chapters;
    return chapters - Math.max(seen ?? chapters, chapter.number ?? 0);
  };
  const read = kept('readlogList').filter(
    (entry) => Number.isInteger(entry?.book?.id) && Number.isInteger(entry.chapter?.id),
  );
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
    const badge = place.querySelector('[data-new]');
    if (!badge) continue;
    const tell = () => {
      const count = news(entry);
      badge.hidden = !(count > 0);
      badge.textContent = badge.dataset.new.replace('{number}', count);
    };
    place.dataset.reading = entry.book.id;
    place.addEventListener('lectern:news', tell);
    tell();
  }

  const chapterList = document.querySelector('[data-chapter-list]');
  const here = read.find(({ book }) => book.id === Number(chapterList?.dataset.chapterList));
  const link = here && chapterList.querySelector(`a[href$="/${here.book.id}/${here.chapter.id}"]`);
  if (link) {
    link.setAttribute('aria-current', 'true');
    const range = link.closest('.chapters-range');
    if (range) range.open = true;
  }
}
