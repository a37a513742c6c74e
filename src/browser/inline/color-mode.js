{
  // Day or night as the visitor chose it; without a choice the brand's own rules hold.
  const root = document.documentElement;
  const show = () => {
    try {
      const night = JSON.parse(localStorage.getItem('bg_night'));
      if (typeof night === 'boolean') root.dataset.mode = night ? 'night' : 'day';
    } catch {
      delete root.dataset.mode;
    }
  };
  show();
  addEventListener('pageshow', show);
  // A page rendered ahead may have been so before the choice.
  document.addEventListener('prerenderingchange', show);
  addEventListener('click', (event) => {
    // Also the button of a reader that is not there yet.
    if (!event.target.closest('[data-mode-toggle], [ssr] .reader-bar [aria-pressed]')) return;
    const night = getComputedStyle(root).colorScheme !== 'dark';
    root.dataset.mode = night ? 'night' : 'day';
    try {
      localStorage.setItem('bg_night', JSON.stringify(night));
    } catch {
      // Same as src/lib/unsaved.ts.
      root.dataset.unsaved = 'settings';
    }
  });
}
