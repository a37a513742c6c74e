// Ignores the rejection when a view transition is skipped, which happens if the visitor moves on or the other page has
// no transition: https://drafts.csswg.org/css-view-transitions-2/#cross-document-view-transitions
addEventListener('unhandledrejection', (event) => {
  const { reason } = event;
  if (reason instanceof DOMException && /transition/i.test(reason.message)) event.preventDefault();
});
