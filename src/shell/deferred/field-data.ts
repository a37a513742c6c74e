import { type Metric, onCLS, onFCP, onINP, onLCP, onTTFB } from 'web-vitals';
import { VITALS_PATH } from '#src/contract/reports/vitals.ts';

/**
 * Measures how fast this page loads and responds (Web Vitals). Sends the values and the path when the page is hidden
 * for the first time. The server stores the kind of page instead of the path. Sets no cookie and sends nothing that
 * identifies the visitor.
 * @param maySend called when the page is hidden; nothing is sent if it returns false
 */
export function watchVitals(maySend: () => boolean): void {
  const { pathname: path } = location;
  const values: Record<string, number> = {};
  const record = ({ name, value, navigationType }: Metric) => {
    // A return from the back/forward cache is a separate visit.
    if (navigationType !== 'back-forward-cache') values[name] = value;
  };
  for (const on of [onCLS, onFCP, onINP, onLCP, onTTFB]) on(record, { reportAllChanges: true });
  const sendOnce = () => {
    if (document.visibilityState !== 'hidden') return;
    document.removeEventListener('visibilitychange', sendOnce);
    if (maySend() && Object.keys(values).length > 0)
      navigator.sendBeacon(VITALS_PATH, JSON.stringify({ path, values }));
  };
  document.addEventListener('visibilitychange', sendOnce);
}
