/** A tap stays a tap for a short while only: who asks the device to share later than that is refused. */
const PATIENCE_MS = 800;

/** What `awaited` brings if it comes in time, else `instead`. */
export function withTimeout<T>(awaited: Promise<T>, instead: T): Promise<T> {
  const late = new Promise<T>((resolve) => setTimeout(resolve, PATIENCE_MS, instead));
  return Promise.race([awaited.catch(() => instead), late]);
}
