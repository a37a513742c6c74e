const EVERY_MS = 5000;

/**
 * Loads the page that was asked for as soon as the site answers: asked when the browser tells of a connection, and from
 * time to time. At its own address the page for lack of a connection stays.
 */
export function reloadWhenOnline(reload: () => void = () => location.reload()): void {
  if (location.pathname.endsWith('/offline')) return;
  const look = async () => {
    if (document.hidden) return;
    const answer = await fetch('/healthz', { method: 'HEAD', cache: 'no-store' }).catch(() => undefined);
    if (answer?.ok) reload();
  };
  addEventListener('online', look);
  setInterval(look, EVERY_MS);
}

reloadWhenOnline();
