{
  // Leads from the places left for it to the chapter last read, and to the furthest one where that is ahead of it.
  const stored = (key) => {
    try {
      return JSON.parse(localStorage.getItem(key));
    } catch {
      return null;
    }
  };
  const kept = (key) => {
    const value = stored(key);
    const list = value?.items ?? value;
    return Array.isArray(list) ? list : [];
  };
  // Chapters of the book that came since the visitor last looked (src/stores/new-chapters.ts).
  const news = ({ book, chapter }) => {
    const chapters = kept('lectern:briefs').find((brief) => brief?.id === book.id)?.chapters;
    const seen = kept('lectern:seen').find((known) => known?.book_id === book.id)?.chapters;
    return chapters - Math.max(seen ?? chapters, chapter.number ?? 0);
  };
  const places = (name) => document.querySelectorAll(`[data-${name}]`);
  const history = () =>
    kept('readlogList').filter((entry) => Number.isInteger(entry?.book?.id) && Number.isInteger(entry.chapter?.id));
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
      const badge = place.querySelector('[data-new]');
      if (!badge) continue;
      place.dataset.reading = entry.book.id;
      const count = news(entry);
      badge.hidden = !(count > 0);
      badge.textContent = badge.dataset.new.replace('{number}', count);
    }
    for (const place of places('furthest')) {
      const entry = entryFor(place, read);
      const chapter = entry && place.dataset.asking === undefined ? ahead(entry) : undefined;
      place.hidden = !chapter;
      if (chapter) lead(place, place.dataset.furthest, entry, chapter);
    }
  };

  // Another device may be further: signed in, the account is asked first (src/islands/history/refresh-places.ts), and
  // for that long no chapter is named. Then what is known here holds, until the answer changes it.
  const WAIT_MS = 2500;
  const FRESH_MS = 30000;
  const asking = [...document.querySelectorAll('[data-asks]')];
  const answered = () => {
    for (const place of asking) delete place.dataset.asking;
    fill();
  };
  const isSignedIn = () => {
    try {
      return Boolean(localStorage.getItem('token'));
    } catch {
      return false;
    }
  };
  if (asking.length > 0 && isSignedIn() && !(Date.now() - stored('lectern:synced')?.at < FRESH_MS)) {
    for (const place of asking) place.dataset.asking = '';
    setTimeout(answered, WAIT_MS);
  }
  fill();
  for (const place of places('continue')) place.addEventListener('lectern:news', fill);
  document.addEventListener('lectern:library', answered);
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
