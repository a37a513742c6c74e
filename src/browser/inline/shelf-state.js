{
  // Tells the button whether its book is on the shelf, before its island is there to say so.
  const id = Number(document.querySelector('[data-shelf-book]')?.dataset.shelfBook);
  try {
    const shelf = JSON.parse(localStorage.getItem('lectern:shelf'));
    if (shelf.some((entry) => entry?.book?.id === id)) document.documentElement.dataset.onShelf = '';
  } catch {
    // Nothing is kept, or nothing that can be read.
  }
}
