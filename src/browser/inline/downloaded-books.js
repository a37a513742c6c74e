{
  // Lists the books kept on this device, each with the place reached in it.
  const listOf = (key) => {
    try {
      const list = JSON.parse(localStorage.getItem(key));
      return Array.isArray(list) ? list : [];
    } catch {
      return [];
    }
  };
  const read = listOf('readlogList');
  const place = document.querySelector('[data-kept-books]');
  for (const { book, start, done } of listOf('lectern:kept').filter(Boolean)) {
    if (!(done > 0) || !/^\/[a-z]/.test(start) || typeof book?.title !== 'string') continue;
    const last = read.find((entry) => entry?.book?.id === book.id)?.chapter;
    const link = document.createElement('a');
    link.href = Number.isInteger(last?.id) ? start.replace(/\d+$/, last.id) : start;
    link.textContent = book.title;
    if (typeof last?.title === 'string') link.appendChild(document.createElement('small')).textContent = last.title;
    place.querySelector('ul').appendChild(document.createElement('li')).append(link);
    place.hidden = false;
  }
}
