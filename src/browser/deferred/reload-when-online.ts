const EVERY_MS = 5000;

/**
 * Reloads the page that was asked for once the site answers. The site is asked when the browser reports a connection,
 * and every few seconds. The page /offline itself stays.
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
