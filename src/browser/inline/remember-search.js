{
  // A word that is searched before the search has its island is remembered as the island would (src/stores/suggestions.ts).
  const KEY = 'lectern:recent-searches';
  addEventListener('submit', ({ target }) => {
    const word = target.closest('[ssr]') && target.elements.q?.value.trim().slice(0, 200);
    if (!word) return;
    try {
      const known = JSON.parse(localStorage.getItem(KEY));
      const others = Array.isArray(known) ? known.filter((one) => one !== word) : [];
      localStorage.setItem(KEY, JSON.stringify([word, ...others].slice(0, 8)));
    } catch {
      // Nothing is kept, or nothing that can be read.
    }
  });
}
