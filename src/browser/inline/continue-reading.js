{
  // Leads from the places left for it to the chapter last read, and to the furthest one where that is ahead of it.
  const places = (name) => document.querySelectorAll(`[data-${name}]`);
  const isWhole = (entry) => Number.isInteger(entry?.book?.id) && Number.isInteger(entry.chapter?.id);
  const history = () => {
    try {
      return JSON.parse(localStorage.getItem('readlogList')).filter(isWhole);
    } catch {
      return [];
    }
  };
  const entryFor = ({ dataset }, read) =>
    dataset.book ? read.find(({ book }) => book.id === Number(dataset.book)) : read[0];
  const ahead = ({ chapter, furthest }) => {
    const place = furthest?.chapter;
    return Number.isInteger(place?.id) && place.number > (chapter.number ?? 0) ? place : undefined;
  };
  const lead = (link, reader, { book }, chapter) => {
    link.href = `${reader}/${book.id}/${chapter.id}`;
    link.hidden = false;
    // Which chapter it is may be waited for; where the link leads is known all the same.
    const title = link.dataset.asking === undefined ? chapter.title : '\u00A0';
    for (const [name, text] of Object.entries({ '[data-title]': book.title, '[data-chapter]': title })) {
      const line = link.querySelector(name);
      if (line) line.textContent = text;
    }
  };
  const fill = () => {
    const read = history();
    for (const place of places('continue')) {
      const entry = entryFor(place, read);
      if (!entry) continue;
      lead(place, place.dataset.continue, entry, entry.chapter);
      place.dataset.known = '';
      place.dispatchEvent(new CustomEvent('reading', { detail: entry }));
    }
    for (const place of places('furthest')) {
      const entry = entryFor(place, read);
      const chapter = entry && place.dataset.asking === undefined ? ahead(entry) : undefined;
      place.hidden = !chapter;
      document.documentElement.toggleAttribute('data-ahead', Boolean(chapter));
      if (chapter) lead(place, place.dataset.furthest, entry, chapter);
    }
  };

  fill();
  for (const place of places('continue')) place.addEventListener('lectern:news', fill);
  document.addEventListener('lectern:library', fill);
  // A page that the browser kept comes back as it was left.
  addEventListener('pageshow', ({ persisted }) => persisted && fill());
  document.addEventListener('prerenderingchange', fill);

  const chapterList = document.querySelector('[data-chapter-list]');
  const here = history().find(({ book }) => book.id === Number(chapterList?.dataset.chapterList));
  const link = here && chapterList.querySelector(`a[href$="/${here.book.id}/${here.chapter.id}"]`);
  if (link) {
    link.setAttribute('aria-current', 'true');
    const range = link.closest('.chapters-range');
    if (range) range.open = true;
  }
}
