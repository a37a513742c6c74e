import { type Metric, onCLS, onFCP, onINP, onLCP, onTTFB } from 'web-vitals';
import { VITALS_PATH } from '#src/lib/vitals.ts';

/**
 * Measures this load, and tells the site of it when the page is hidden for the first time: the address, of which the site keeps
 * the kind of page, and the values. No cookie is set, and nothing names the visitor.
 * @param mayTell asked at that moment
 */
export function watchVitals(mayTell: () => boolean): void {
  const { pathname: path } = location;
  const values: Record<string, number> = {};
  const keep = ({ name, value, navigationType }: Metric) => {
    // A return from the back/forward cache is another visit.
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
