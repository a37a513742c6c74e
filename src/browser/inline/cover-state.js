{
  // Covers tell their state. Those that are not near wait for the deferred module (styles/cover.css, deferred/covers.ts).
  const { dataset } = document.documentElement;
  dataset.covers = 'wait';
  const mark = ({ type, target }) => {
    const cover = target.localName === 'img' && target.closest('.cover');
    if (cover) cover.dataset.state = type === 'load' ? 'loaded' : type;
    // Where a script fails the module may never come: the browser's own lazy loading takes over.
    else if (type === 'error' && target.localName !== 'img') delete dataset.covers;
  };
  document.addEventListener('load', mark, true);
  addEventListener('error', mark, true);
}
