import { CircuitState, CountBreaker, circuitBreaker, handleWhenResult } from 'cockatiel';

/** How long the circuit breaker refuses calls before it lets one call through to test the upstream. */
const CIRCUIT_OPEN_MS = 5000;

/** The circuit breaker opens if more than half of the last 20 calls failed, and at least five calls were made. */
const WINDOW = { threshold: 0.5, size: 20, minimumNumberOfCalls: 5 };

export interface CircuitOptions<T> {
  /**
   * Returns whether an outcome means that the upstream is down. `isProbe` is true for the call that tests whether the
   * upstream is available again.
   */
  readonly isFailure: (outcome: T, isProbe: boolean) => boolean;
  /** Called when the circuit breaker begins to refuse calls (`isOpen` is true), and when it allows them again. */
  readonly onChange: (isOpen: boolean) => void;
}

/** A circuit breaker for the calls of one brand to one upstream. */
export interface Circuit<T> {
  /** Whether a call would now be refused. */
  refuses(): boolean;
  /** For how many ms calls will still be refused; 0 if the next call may test the upstream. */
  refusesForMs(): number;
  /**
   * Makes a call, which must not throw but return its failures as outcomes.
   * @returns undefined, without making the call, if the circuit breaker is open
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
  // While a test call is running, the library would make other calls wait for it, so they are refused.
  const refuses = () => isProbing() || (breaker.state === CircuitState.Open && Date.now() - openedAt < CIRCUIT_OPEN_MS);
  return {
    refuses,
    refusesForMs: () =>
      breaker.state === CircuitState.Open ? Math.max(0, openedAt + CIRCUIT_OPEN_MS - Date.now()) : 0,
    run: async (call) => (refuses() ? undefined : breaker.execute(call)),
  };
}
