import type * as v from 'valibot';
import type { ApiErrorCode } from './envelope.ts';

type ParamsSchema = v.GenericSchema<Record<string, unknown>, Record<string, unknown>>;

/**
 * How a page handles the failure of a call (docs/product.md, section 8).
 *
 * - `notify`: shows the red banner, or the page `/400` for status 400
 * - `in-place`: the component that made the call shows a message, and how to continue
 * - `log`: shows nothing, because the visitor did not request the call or already sees its result
 */
export type OnFailure = 'notify' | 'in-place' | 'log';

/** The definition of one API call, for the client, the embedded API, the conformance suite and the docs. */
export interface Call<P extends ParamsSchema = ParamsSchema, D extends v.GenericSchema = v.GenericSchema> {
  /** Last segment of the path, such as `book.show`. */
  readonly name: string;
  readonly method: 'GET' | 'POST';
  /** Path after the brand's API prefix. */
  readonly path: `/v1/${string}`;
  /** Whether the call is one of the twelve in section 7 of docs/product.md. An upstream may lack all other calls. */
  readonly required: boolean;
  readonly purpose: string;
  /** What visitors get if an upstream lacks the call (docs/use/contract.md); undefined for a required call. */
  readonly fallback: string | undefined;
  /** The kinds of pages (`RouteKind` of src/routes) that use the call, for the docs. */
  readonly pages: readonly string[] | 'every page';
  /** Whether the call needs a bearer token (docs/product.md, section 6). */
  readonly signedIn: boolean;
  /** Whether repeating the call has no further effect, so that the client may retry it. */
  readonly idempotent: boolean;
  readonly params: P;
  readonly data: D;
  /** How a page handles the failure of this call. */
  readonly onFailure: OnFailure;
  /** Errors for which the component that made the call shows a message, although `onFailure` is `notify`. */
  readonly errorsInPlace: readonly ApiErrorCode[];
  /** The data in the result if the call fails (docs/product.md, section 8). */
  readonly empty: v.InferOutput<D>;
  readonly errors: readonly ApiErrorCode[];
}

// biome-ignore lint/suspicious/noExplicitAny: both type parameters are invariant, so only `any` accepts every call.
export type AnyCall = Call<any, any>;
/** Parameters as a caller passes them: parameters with a default are optional. */
export type Params<C extends AnyCall> = v.InferInput<C['params']>;
/** Parameters as the handler receives them: validated, with defaults. */
export type CheckedParams<C extends AnyCall> = v.InferOutput<C['params']>;
export type Data<C extends AnyCall> = v.InferOutput<C['data']>;

/** An upstream may lack a call only if there is a fallback. */
type Presence =
  | { readonly required: true; readonly fallback?: never }
  | { readonly required?: false; readonly fallback: string };

type Definition<P extends ParamsSchema, D extends v.GenericSchema> = Pick<
  Call<P, D>,
  'method' | 'purpose' | 'pages' | 'params' | 'data' | 'empty'
> &
  Partial<Pick<Call<P, D>, 'signedIn' | 'idempotent' | 'errors' | 'onFailure' | 'errorsInPlace'>> &
  Presence;

// The annotation lets bundlers omit unused calls.
// @__NO_SIDE_EFFECTS__
export function defineCall<P extends ParamsSchema, D extends v.GenericSchema>(
  name: string,
  definition: Definition<P, D>,
): Call<P, D> {
  return {
    required: false,
    fallback: undefined,
    signedIn: false,
    idempotent: definition.method === 'GET',
    errors: [],
    onFailure: 'notify',
    errorsInPlace: [],
    ...definition,
    name,
    path: `/v1/${name}`,
  };
}
