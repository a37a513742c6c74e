import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import * as v from 'valibot';
import { HANDLERS } from '../calls/index.ts';
import { publishDue } from '../store/index.ts';
import type { CallContext, RouteOptions } from './context.ts';
import { ApiError } from './error.ts';
import type { Handler } from './handler.ts';
import { sendData, sendError, toApiError } from './reply.ts';
import { checkText, contextOf, paramsOf } from './request.ts';

type CallRequest = FastifyRequest<{ Params: { name: string } }>;

/** Serves all calls of the contract under `/v1/`. */
export function addCalls(app: FastifyInstance, options: RouteOptions): void {
  const answer = (request: CallRequest, reply: FastifyReply) => answerCall(request, reply, options);
  app.get('/v1/:name', answer);
  app.post('/v1/:name', answer);
}

async function answerCall(request: CallRequest, reply: FastifyReply, options: RouteOptions): Promise<FastifyReply> {
  const handler = HANDLERS.get(request.params.name);
  const method = request.method === 'HEAD' ? 'GET' : request.method;
  if (handler?.call.method !== method) return sendError(reply, unknownCallError(request.params.name, handler), {});
  const cookies: string[] = [];
  let context: CallContext | undefined;
  try {
    checkText(request);
    context = await contextOf(request, options, cookies);
    await publishDue(options.state.store, options.state.now());
    const data = await handler.run(paramsOf(request), context);
    if (options.checkResponses) v.parse(handler.call.data, data);
    sendCookies(reply, cookies);
    return sendData(request, reply, data, isPrivate(handler, context.token) ? 'no-store' : 'no-cache');
  } catch (error) {
    sendCookies(reply, cookies);
    const apiError = toApiError(error, handler.call.name, options.state.log);
    if (context) await options.state.refusals.note(handler.call.name, apiError, context);
    return sendError(reply, apiError, handler.call.empty);
  }
}

function sendCookies(reply: FastifyReply, cookies: readonly string[]): void {
  if (cookies.length > 0) reply.header('set-cookie', [...cookies]);
}

function unknownCallError(name: string, handler: Handler | undefined): ApiError {
  const message = handler
    ? `The call ${name} needs the method ${handler.call.method}.`
    : `Unknown call ${name.slice(0, 60)}.`;
  return new ApiError('CALL_ABSENT', message);
}

/** Whether the response depends on the visitor or the device, or contains a token. */
function isPrivate({ call }: Handler, token: string): boolean {
  return token !== '' || call.signedIn || call.method === 'POST' || /^(event|share)\./.test(call.name);
}
