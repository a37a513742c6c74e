import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import * as v from 'valibot';
import {
  type AnnouncedBooks,
  type AnswerCheck,
  type SetupState,
  SITE_PICTURES,
  type SitePicture,
  type SitePreview,
} from '#src/admin/contract/first-screen.ts';
import { AdminError } from '../http/error.ts';
import { checkText, parseBody } from '../http/input.ts';
import { adminUrlOf } from '../http/origin.ts';
import { sendAnswer } from '../http/reply.ts';
import type { SetupAccess } from './access.ts';
import type { SetupRun } from './setup-run.ts';

const Text = v.optional(v.pipe(v.string(), v.maxLength(300)));
const TextList = v.optional(v.pipe(v.array(v.pipe(v.string(), v.maxLength(300))), v.maxLength(50)));

const Answers = v.strictObject({
  name: Text,
  id: Text,
  colour: Text,
  hosts: TextList,
  locales: TextList,
  email: Text,
  as: v.optional(v.picklist(['book', 'books'])),
});

const NewBooks = v.strictObject({
  files: v.pipe(
    v.array(
      v.strictObject({
        path: v.pipe(v.string(), v.maxLength(4096)),
        size: v.pipe(v.number(), v.integer(), v.minValue(0)),
      }),
    ),
    v.minLength(1),
  ),
});

const Create = v.strictObject({
  password: v.pipe(v.string(), v.maxLength(1000)),
  fresh: v.optional(v.boolean()),
});

const Open = v.object({ token: v.pipe(v.string(), v.maxLength(200)) });

const PICTURE_KINDS: Readonly<Record<string, string>> = {
  'image/svg+xml': 'svg',
  'image/webp': 'webp',
  'image/avif': 'avif',
  'image/png': 'png',
};
const MAX_PICTURE_BYTES = 1024 * 1024;

/** The route that exchanges the link for a session. */
export function addOpenRoute(scope: FastifyInstance, access: SetupAccess): void {
  scope.post('/open', (request, reply) => {
    const { token } = parseBody(Open, request.body);
    return sendAnswer(reply, { headers: { 'set-cookie': access.open(token) } });
  });
}

/**
 * The routes below `/api/setup` that need a session.
 * @param onShown called after the browser has received the result
 */
export function addSetupRoutes(scope: FastifyInstance, run: SetupRun, onShown: () => void): void {
  scope.addHook('preHandler', async ({ body, params }) => {
    checkText(params);
    if (!Buffer.isBuffer(body) && !(body instanceof Readable)) checkText(body);
  });
  scope.addContentTypeParser(/^image\//, { parseAs: 'buffer', bodyLimit: MAX_PICTURE_BYTES }, (_request, body, done) =>
    done(null, body),
  );
  scope.addContentTypeParser('application/octet-stream', (_request, body, done) => done(null, body));

  scope.get('/', async (_request, reply) => {
    const state: SetupState = await run.state();
    if (state.phase === 'created') reply.raw.once('finish', onShown);
    return sendAnswer(reply, { body: state });
  });
  scope.put('/answers', async (request, reply) => {
    const check: AnswerCheck = await run.save(parseBody(Answers, request.body));
    return sendAnswer(reply, { body: check });
  });
  scope.put('/pictures/:picture', async (request, reply) => {
    const { body, headers } = request;
    const kind = PICTURE_KINDS[headers['content-type'] ?? ''];
    if (!Buffer.isBuffer(body) || kind === undefined)
      throw new AdminError('unsupported_type', 'Choose an SVG, WebP, AVIF or PNG file.');
    await run.setPicture(pictureOf(request), kind, body);
    return sendAnswer(reply, {});
  });
  scope.delete('/pictures/:picture', async (request, reply) => {
    await run.removePicture(pictureOf(request));
    return sendAnswer(reply, {});
  });
  scope.post('/books', { bodyLimit: 4 * 1024 * 1024 }, (request, reply) => {
    const first = run.books.announce(parseBody(NewBooks, request.body).files);
    return sendAnswer(reply, { status: 201, body: { first } satisfies AnnouncedBooks });
  });
  scope.put('/books/:file', async (request, reply) => {
    const { file = '' } = request.params as Record<string, string>;
    if (!(request.body instanceof Readable)) throw new AdminError('bad_request', 'Send the bytes of the file.');
    if (!/^\d{1,6}$/.test(file)) throw new AdminError('not_found', 'This file was not announced.');
    await run.books.receive(Number(file), request.body);
    return sendAnswer(reply, {});
  });
  scope.delete('/books', async (_request, reply) => {
    await run.clearBooks();
    return sendAnswer(reply, {});
  });
  scope.post('/books/read', async (_request, reply) => {
    await run.readBooks();
    return sendAnswer(reply, { status: 202, body: {} });
  });
  scope.get('/preview', async (_request, reply) => {
    const preview: SitePreview = await run.preview();
    return sendAnswer(reply, { body: preview });
  });
  scope.post('/create', async (request, reply) => {
    const { origin } = adminUrlOf(request.headers.host, undefined);
    await run.create(parseBody(Create, request.body), origin);
    return sendAnswer(reply, { status: 202, body: {} });
  });
}

/** @throws AdminError not_found */
function pictureOf({ params }: FastifyRequest): SitePicture {
  const { picture } = params as Record<string, string>;
  const found = SITE_PICTURES.find((name) => name === picture);
  if (!found) throw new AdminError('not_found', 'This picture does not exist.');
  return found;
}
