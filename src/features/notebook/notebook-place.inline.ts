// Sets an attribute if the address names the notebook of a book, which has a shorter header than the list of notebooks.
// The attribute is set before first paint, so that nothing moves.
const update = () => document.documentElement.toggleAttribute('data-one-notebook', /^#book=[1-9]/.test(location.hash));
update();
addEventListener('hashchange', update);
