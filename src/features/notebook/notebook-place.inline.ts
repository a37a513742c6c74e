// The notebook of a single book has a shorter header than the list of notebooks. Set before first paint, so that
// nothing moves.
const update = () => document.documentElement.toggleAttribute('data-one-notebook', /^#book=[1-9]/.test(location.hash));
update();
addEventListener('hashchange', update);
