/** Browsers open the share sheet only within about a second after a click. */
const MAX_WAIT_MS = 800;

/** Resolves to the result of `promise` if it arrives in time, otherwise to `fallback`. */
export function withTimeout<T>(promise: Promise<T>, fallback: T): Promise<T> {
  const late = new Promise<T>((resolve) => setTimeout(resolve, MAX_WAIT_MS, fallback));
  return Promise.race([promise.catch(() => fallback), late]);
}
