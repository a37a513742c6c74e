import { CircuitState, CountBreaker, circuitBreaker, handleWhenResult } from 'cockatiel';

/** How long calls are refused after failures before one call probes the upstream. */
const CIRCUIT_OPEN_MS = 5000;

/** The circuit opens if more than half of the last `size` calls failed, but not after fewer than five calls. */
const WINDOW = { threshold: 0.5, size: 20, minimumNumberOfCalls: 5 };

export interface CircuitOptions<T> {
  /**
   * Whether an outcome means that the upstream is down. `isProbe`: whether the call tests if the upstream is available
   * again.
   */
  readonly isFailure: (outcome: T, isProbe: boolean) => boolean;
  /** Called when calls start to be refused and when they are allowed again. */
  readonly onChange: (isOpen: boolean) => void;
}

/** A circuit breaker for the calls of one brand to one upstream. */
export interface Circuit<T> {
  /** Whether a call would be refused at this moment. */
  refuses(): boolean;
  /** How long calls will still be refused; 0 if a call may probe the upstream. */
  refusesForMs(): number;
  /**
   * Makes the call. It must not throw: failures are outcomes.
   * @returns undefined immediately if the circuit is open
   */
  run(call: () => Promise<T>): Promise<T | undefined>;
}

export function createCircuit<T>({ isFailure, onChange }: CircuitOptions<T>): Circuit<T> {
  let openedAt = 0;
  const isProbing = () => breaker.state === CircuitState.HalfOpen;
  const breaker = circuitBreaker(
    handleWhenResult((outcome) => isFailure(outcome as T, isProbing())),
    { halfOpenAfter: CIRCUIT_OPEN_MS, breaker: new CountBreaker(WINDOW) },
  );
  breaker.onBreak(() => {
    openedAt = Date.now();
    onChange(true);
  });
  breaker.onReset(() => onChange(false));
  // While a probe is running, the library would make other calls wait for it.
  const refuses = () => isProbing() || (breaker.state === CircuitState.Open && Date.now() - openedAt < CIRCUIT_OPEN_MS);
  return {
    refuses,
    refusesForMs: () =>
      breaker.state === CircuitState.Open ? Math.max(0, openedAt + CIRCUIT_OPEN_MS - Date.now()) : 0,
    run: async (call) => (refuses() ? undefined : breaker.execute(call)),
  };
}
