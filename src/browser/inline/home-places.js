{
  // What home's places say beside the chapter last read. It runs before continue-reading.js, which fills them.
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
  for (const badge of document.querySelectorAll('[data-new]')) {
    const place = badge.closest('[data-continue]');
    place.addEventListener('reading', ({ detail }) => {
      place.dataset.reading = detail.book.id;
      const count = news(detail);
      badge.hidden = !(count > 0);
      badge.textContent = badge.dataset.new.replace('{number}', count);
    });
  }

  // Another device may be further: signed in, the account is asked first (src/islands/history/refresh-places.ts), and
  // for that long no chapter is named. Then what is known here holds, until the answer changes it.
  const WAIT_MS = 2500;
  const FRESH_MS = 30000;
  const asking = [...document.querySelectorAll('[data-asks]')];
  const isSignedIn = () => {
    try {
      return Boolean(localStorage.getItem('token'));
    } catch {
      return false;
    }
  };
  const stop = () => {
    for (const place of asking) delete place.dataset.asking;
  };
  if (asking.length > 0 && isSignedIn() && !(Date.now() - stored('lectern:synced')?.at < FRESH_MS)) {
    for (const place of asking) place.dataset.asking = '';
    setTimeout(() => {
      stop();
      asking[0].dispatchEvent(new Event('lectern:news'));
    }, WAIT_MS);
  }
  document.addEventListener('lectern:library', stop);
}
