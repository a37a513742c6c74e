{
  // On to the chapter last read on this device, to the history where there is none.
  const last = () => {
    try {
      const list = JSON.parse(localStorage.getItem('readlogList'));
      const known = (entry) => Number.isInteger(entry?.book?.id) && Number.isInteger(entry.chapter?.id);
      return Array.isArray(list) ? list.find(known) : undefined;
    } catch {
      return undefined;
    }
  };
  const reader = location.pathname.replace(/\/$/, '');
  const entry = last();
  location.replace(
    entry ? `${reader}/${entry.book.id}/${entry.chapter.id}` : reader.replace(/book-reader$/, 'history'),
  );
}
