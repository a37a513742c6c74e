import { LecternError } from './errors.ts';

/**
 * Thrown if a job was stopped or refused because of a limit. The message names the limit and its value, and says what
 * to do.
 */
export class LimitError extends LecternError {
  readonly limit: 'time' | 'memory' | 'waiting';

  constructor(limit: LimitError['limit'], message: string, options: { cause?: unknown } = {}) {
    super('LIMIT', message, options);
    this.limit = limit;
  }
}
