import { type Metric, onCLS, onFCP, onINP, onLCP, onTTFB } from 'web-vitals';
import { VITALS_PATH } from '#src/contract/reports/vitals.ts';

/**
 * Measures this page load and sends the result when the page is hidden for the first time: the address, of which the
 * site keeps only the kind of page, and the values. Sets no cookie and sends nothing that identifies the visitor.
 * @param mayTell checked at that moment
 */
export function watchVitals(mayTell: () => boolean): void {
  const { pathname: path } = location;
  const values: Record<string, number> = {};
  const keep = ({ name, value, navigationType }: Metric) => {
    // A return from the back/forward cache is a separate visit.
    if (navigationType !== 'back-forward-cache') values[name] = value;
  };
  for (const on of [onCLS, onFCP, onINP, onLCP, onTTFB]) on(keep, { reportAllChanges: true });
  const tell = () => {
    if (document.visibilityState !== 'hidden') return;
    document.removeEventListener('visibilitychange', tell);
    if (mayTell() && Object.keys(values).length > 0)
      navigator.sendBeacon(VITALS_PATH, JSON.stringify({ path, values }));
  };
  document.addEventListener('visibilitychange', tell);
}
