/** A plain click on a link to another page of this site. */
export function leavesPage(event: MouseEvent): boolean {
  if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey) return false;
  const { target } = event;
  const link =
    target instanceof Element ? target.closest<HTMLAnchorElement>('a[href]:not([target], [download])') : null;
  if (link?.origin !== location.origin) return false;
  return link.pathname + link.search !== location.pathname + location.search;
}
