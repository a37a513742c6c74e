{
  // Where an island would show this visitor something else than the page does, it does not wait for the visitor. The
  // script's own attributes name a key of the browser's storage, and parts of the address's query, which tell of that.
  const { kept, asked = '' } = document.currentScript.dataset;
  const query = new URLSearchParams(location.search);
  const wake = () => {
    // A page rendered ahead asks for nothing until it is shown. Islands that wait by then wake as by an input.
    if (document.prerendering) return document.addEventListener('prerenderingchange', wake);
    document.documentElement.dataset.awake = '';
    document.dispatchEvent(new Event('focusin'));
  };
  const isAsked = asked.split(' ').some((name) => query.has(name));
  try {
    if (isAsked || localStorage.getItem(kept) || sessionStorage.getItem(kept)) wake();
  } catch {
    // Nothing can be kept, so that nothing is.
  }
}
