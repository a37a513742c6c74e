// A change of pages that is shown without its transition, because the visitor went on or the other page has none, is no
// error: https://drafts.csswg.org/css-view-transitions-2/#cross-document-view-transitions
addEventListener('unhandledrejection', (event) => {
  const { reason } = event;
  if (reason instanceof DOMException && /transition/i.test(reason.message)) event.preventDefault();
});
