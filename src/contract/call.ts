import type * as v from 'valibot';
import type { ApiErrorCode } from './envelope.ts';

type ParamsSchema = v.GenericSchema<Record<string, unknown>, Record<string, unknown>>;

/**
 * What a page does about a call that failed (product 8).
 *
 * - `notify`: the red banner, or for status 400 the page `/400`
 * - `in-place`: the place that asked says it in words, with a way on
 * - `log`: nothing that a visitor sees, for no visitor asked, or what was asked for is there all the same
 */
export type OnFailure = 'notify' | 'in-place' | 'log';

/** The definition of one API call, for the client, the embedded API, the conformance suite and the docs. */
export interface Call<P extends ParamsSchema = ParamsSchema, D extends v.GenericSchema = v.GenericSchema> {
  /** The path's last segment, e.g. `book.show`. */
  readonly name: string;
  readonly method: 'GET' | 'POST';
  /** Path after the brand's API prefix. */
  readonly path: `/v1/${string}`;
  /** One of the twelve of product 7; an upstream may lack the others. */
  readonly required: boolean;
  readonly purpose: string;
  /** What visitors get where an upstream lacks the call (docs/use/contract.md); undefined for a required one. */
  readonly fallback: string | undefined;
  /** Kinds of pages whose content or controls come from the call (`RouteKind` of src/routes), for the docs. */
  readonly pages: readonly string[] | 'every page';
  /** Whether the call needs a bearer token (product 6). */
  readonly signedIn: boolean;
  /** Two calls have the effect of one, so the client may retry. */
  readonly idempotent: boolean;
  readonly params: P;
  readonly data: D;
  /** What a page does where a call of its visitor fails. */
  readonly onFailure: OnFailure;
  /** Errors that the place says in words where others `notify`. */
  readonly errorsInPlace: readonly ApiErrorCode[];
  /** Data of the result of a failed call (product 8). */
  readonly empty: v.InferOutput<D>;
  readonly errors: readonly ApiErrorCode[];
}

// biome-ignore lint/suspicious/noExplicitAny: a call of any parameters and data; the two generics are invariant.
export type AnyCall = Call<any, any>;
/** Parameters as a caller passes them: those with a default may be left out. */
export type Params<C extends AnyCall> = v.InferInput<C['params']>;
/** Parameters as the handler gets them: checked, with their defaults. */
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

/** The annotation lets a bundle leave out the calls that it does not use. */
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
