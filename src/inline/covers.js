// A cover that cannot be shown gives way to the brand's own.
addEventListener(
  'error',
  ({ target }) => {
    const cover = target instanceof HTMLImageElement && target.closest('.cover');
    if (!cover) return;
    cover.classList.add('cover-default');
    target.remove();
  },
  true,
);
