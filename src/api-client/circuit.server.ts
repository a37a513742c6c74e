import { CircuitState, CountBreaker, circuitBreaker, handleWhenResult } from 'cockatiel';

/** For how long a failing upstream is left alone, before one call tries whether it answers again. */
const CIRCUIT_OPEN_MS = 5000;

/** Of so many last calls more than half have failed. A few calls alone tell nothing. */
const WINDOW = { threshold: 0.5, size: 20, minimumNumberOfCalls: 5 };

export interface CircuitOptions<T> {
  /** Whether an outcome says that the upstream is down. `isProbe`: the one call that tries it again. */
  readonly isFailure: (outcome: T, isProbe: boolean) => boolean;
  /** Called when calls begin to be refused, and when they are let through again. */
  readonly onChange: (isOpen: boolean) => void;
}

/** A circuit breaker for the calls of one brand to one upstream. */
export interface Circuit<T> {
  /** Whether a call would be refused at this moment. */
  refuses(): boolean;
  /** How long calls will still be refused; 0 if one may try the upstream. */
  refusesForMs(): number;
  /**
   * Makes the call. It must not throw: what went wrong is an outcome.
   * @returns undefined at once where the upstream is left alone
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
  // While one call tries the upstream, the library would let the others wait for its end.
  const refuses = () => isProbing() || (breaker.state === CircuitState.Open && Date.now() - openedAt < CIRCUIT_OPEN_MS);
  return {
    refuses,
    refusesForMs: () =>
      breaker.state === CircuitState.Open ? Math.max(0, openedAt + CIRCUIT_OPEN_MS - Date.now()) : 0,
    run: async (call) => (refuses() ? undefined : breaker.execute(call)),
  };
}
