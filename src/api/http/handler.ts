import * as v from 'valibot';
import type { AnyCall, Call } from '#src/contract/index.ts';
import type { CallContext } from './context.ts';
import { ApiError } from './error.ts';

/** A call and the function that handles it. */
export interface Handler {
  readonly call: AnyCall;
  /** @throws ApiError for an error that is sent to the caller */
  run(params: Readonly<Record<string, unknown>>, context: CallContext): Promise<unknown>;
}

type ParamsSchema = v.GenericSchema<Record<string, unknown>, Record<string, unknown>>;

/** Creates the handler of a call. `answer` gets the validated parameters with their defaults. */
export function handle<P extends ParamsSchema, D extends v.GenericSchema>(
  call: Call<P, D>,
  answer: (params: v.InferOutput<P>, context: CallContext) => v.InferOutput<D> | Promise<v.InferOutput<D>>,
): Handler {
  return {
    call,
    async run(params, context) {
      if (call.signedIn && context.user === undefined) throw new ApiError('UNAUTHORIZED', 'Please sign in.');
      return answer(checked(call.params, params), context);
    },
  };
}

function checked<P extends ParamsSchema>(schema: P, params: unknown): v.InferOutput<P> {
  const result = v.safeParse(schema, params);
  if (result.success) return result.output;
  throw new ApiError(
    'BAD_REQUEST',
    result.issues.map((issue) => `${v.getDotPath(issue) ?? 'body'}: ${issue.message}`),
  );
}

/** Returns the id of the signed-in visitor, in calls with `signedIn`, which reject signed-out visitors. */
export function visitorOf({ user }: CallContext): number {
  if (user === undefined) throw new ApiError('UNAUTHORIZED', 'Please sign in.');
  return user;
}

/** Returns the device id, for calls that are counted per device. @throws ApiError BAD_REQUEST if it is missing */
export function deviceOf({ device }: CallContext): string {
  if (device === '')
    throw new ApiError(
      'BAD_REQUEST',
      'The header Device-Uuid must name the device: 8 to 64 letters, digits or hyphens.',
    );
  return device;
}
