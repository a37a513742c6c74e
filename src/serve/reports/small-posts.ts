import type { IncomingMessage, ServerResponse } from 'node:http';
import { RateLimiterMemory } from 'rate-limiter-flexible';
import * as v from 'valibot';
import type { Brand } from '#src/brand/registry.ts';
import { networkOf } from '#src/lib/network.ts';
import { SECURITY_HEADERS } from '#src/lib/response-headers.ts';
import type { ParsedRequest } from '../http/parse-request.ts';
import { readUpTo } from '../http/read-up-to.ts';

export interface SmallPostLimits {
  readonly bytes: number;
  /** Maximum requests per minute, by brand and by network address. */
  readonly ofBrand: number;
  readonly ofAddress: number;
}

/**
 * Receives small posts from browsers to the site itself, such as reports. Rejects posts that are too large or too
 * frequent.
 */
export interface SmallPosts {
  /**
   * Returns the body, or undefined if the request was rejected and the response was sent: 413 for too many bytes, 429
   * for too many requests.
   */
  read(
    brand: Brand,
    request: ParsedRequest,
    message: IncomingMessage,
    response: ServerResponse,
  ): Promise<string | undefined>;
}

const SECONDS = 60;

export function createSmallPosts(limits: SmallPostLimits): SmallPosts {
  const ofBrand = new RateLimiterMemory({ points: limits.ofBrand, duration: SECONDS });
  const ofAddress = new RateLimiterMemory({ points: limits.ofAddress, duration: SECONDS });
  // Checks the brand's limit first, because that also limits the number of addresses in memory.
  const isAllowed = (brand: Brand, address: string) =>
    ofBrand
      .consume(brand.id)
      .then(() => ofAddress.consume(`${brand.id} ${networkOf(address)}`))
      .then(
        () => true,
        () => false,
      );
  return {
    async read(brand, request, message, response) {
      if (!(await isAllowed(brand, request.clientAddress))) return void endPost(response, 429, true);
      const body = await readUpTo(message.iterator({ destroyOnReturn: false }), limits.bytes).catch(() => null);
      if (body === null) return void response.destroy();
      if (body === undefined) return void endPost(response, 413, true);
      return body.toString('utf8');
    },
  };
}

/** @param close whether to close the connection, because the body was not read to its end */
export function endPost(response: ServerResponse, status: number, close = false): void {
  response
    .writeHead(status, { ...SECURITY_HEADERS, 'Cache-Control': 'no-store', ...(close && { Connection: 'close' }) })
    .end();
}

/** Parses a JSON body; undefined if it does not match the schema. */
export function parseJsonBody<T extends v.GenericSchema>(schema: T, body: string): v.InferOutput<T> | undefined {
  const { success, output } = v.safeParse(v.pipe(v.string(), v.parseJson(), schema), body);
  return success ? (output as v.InferOutput<T>) : undefined;
}
