import type { AnyCall, Result } from '#src/contract/index.ts';
import { EXIT, LecternError } from '#src/lib/errors.ts';

/** Thrown if the upstream did not provide what the snapshot needs. The exit code is 3. */
export class UpstreamError extends LecternError {
  constructor(message: string, options: { cause?: unknown } = {}) {
    super('UPSTREAM', message, { ...options, exitCode: EXIT.upstream });
  }
}

/**
 * The error for a failed call. Its message names the call, its parameters, the section and every error of the result.
 */
export function upstreamErrorOf(
  call: AnyCall,
  params: object,
  section: number,
  result: Result<unknown>,
): UpstreamError {
  const reasons = result.errors.map(({ code, message }) => `${code}: ${message}`).join('; ') || 'no reason given';
  const status = result.status > 0 ? `status ${result.status}, ` : '';
  return new UpstreamError(
    `The upstream failed at ${call.name} ${JSON.stringify(params)} of section ${section} (${status}${reasons}). ` +
      'The live release is unchanged; run again when the upstream responds.',
  );
}
