// A skipped view transition, because the visitor moved on or the other page has none, is not an error:
// https://drafts.csswg.org/css-view-transitions-2/#cross-document-view-transitions
addEventListener('unhandledrejection', (event) => {
  const { reason } = event;
  if (reason instanceof DOMException && /transition/i.test(reason.message)) event.preventDefault();
});
