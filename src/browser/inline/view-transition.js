{
  // A change of pages that is shown without its transition, because the visitor went on or the other page has none, is no
  // error: https://drafts.csswg.org/css-view-transitions-2/#cross-document-view-transitions
  const settle = ({ viewTransition }) => {
    for (const promise of [viewTransition?.ready, viewTransition?.updateCallbackDone, viewTransition?.finished])
      promise?.catch(() => {});
  };
  // Some promises are rejected before either event tells of them.
  addEventListener('unhandledrejection', (event) => {
    if (event.reason instanceof DOMException && event.reason.message.includes('ViewTransition')) event.preventDefault();
  });
  addEventListener('pageswap', settle);
  addEventListener('pagereveal', settle);
}
