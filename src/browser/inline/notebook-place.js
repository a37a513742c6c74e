{
  // The notebook of one book has less above it than the list of all; known before the first paint, so that nothing jumps.
  const tell = () => document.documentElement.toggleAttribute('data-one-notebook', /^#book=[1-9]/.test(location.hash));
  tell();
  addEventListener('hashchange', tell);
}
