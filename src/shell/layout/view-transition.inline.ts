// It is not an error if a view transition is skipped, because the visitor moved on or the other page has none:
// https://drafts.csswg.org/css-view-transitions-2/#cross-document-view-transitions
addEventListener('unhandledrejection', (event) => {
  const { reason } = event;
  if (reason instanceof DOMException && /transition/i.test(reason.message)) event.preventDefault();
});
