{
  // Tells the buttons whether their book is on the shelf and on this device, before their island is there to say so.
  const { dataset } = document.documentElement;
  const id = Number(document.querySelector('[data-shelf-book]')?.dataset.shelfBook);
  const has = (key, isThere) => {
    try {
      return JSON.parse(localStorage.getItem(key)).some((entry) => entry?.book?.id === id && isThere(entry));
    } catch {
      // Nothing is kept, or nothing that can be read.
      return false;
    }
  };
  if (has('lectern:shelf', () => true)) dataset.onShelf = '';
  if (has('lectern:kept', ({ state }) => state === 'kept')) dataset.onDevice = '';
}
