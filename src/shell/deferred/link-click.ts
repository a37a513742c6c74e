/** Whether the event is a click, without modifier keys, on a link to another page of this site. */
export function leavesPage(event: MouseEvent): boolean {
  if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey) return false;
  const link = (event.target as Element).closest?.<HTMLAnchorElement>('a[href]:not([target], [download])');
  if (link?.origin !== location.origin) return false;
  return link.pathname + link.search !== location.pathname + location.search;
}
