/** Browsers open the share sheet only shortly after a click, so we wait no longer than this. */
const PATIENCE_MS = 800;

/** The result of `awaited` if it arrives in time, otherwise `instead`. */
export function withTimeout<T>(awaited: Promise<T>, instead: T): Promise<T> {
  const late = new Promise<T>((resolve) => setTimeout(resolve, PATIENCE_MS, instead));
  return Promise.race([awaited.catch(() => instead), late]);
}
