{
  // Shows the way to the notebook of a book in which something is marked.
  const link = document.querySelector('[data-notebook]');
  try {
    const ofBook = (mark) => mark?.kind !== 'removed' && mark?.book?.id === +link.dataset.notebook;
    const count = JSON.parse(localStorage.getItem('lectern:marks')).filter(ofBook).length;
    link.hidden = count === 0;
    link.querySelector('[data-count]').textContent = count;
  } catch {
    // Nothing is kept, or nothing that can be read.
  }
}
