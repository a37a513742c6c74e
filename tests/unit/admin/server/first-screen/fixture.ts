import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { CreatedParts, FoundBooks } from '#src/admin/contract/first-screen.ts';
import { createFirstScreen, type FirstScreen, type SiteSetup, type StoredAnswers } from '#src/admin/server/index.ts';
import { silentLog } from '#src/lib/log.ts';

const ORIGIN = 'http://localhost:4400';
export const PASSWORD = 'correct horse battery lantern';
export const CREATED: CreatedParts = {
  name: 'Acme',
  address: 'http://localhost:4321/',
  email: 'ann@example.com',
  books: 1,
  refused: [],
  aside: null,
};
const NO_BOOKS: FoundBooks = { books: [], refused: [] };

export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, unknown>>;
  // biome-ignore lint/suspicious/noExplicitAny: tests read responses of every route.
  readonly body: any;
}

export interface TestScreen {
  readonly screen: FirstScreen;
  readonly folder: string;
  /** The answers saved last. */
  saved(): StoredAnswers;
  /** Sends a request with the session of `open`. */
  ask(method: string, path: string, more?: { body?: unknown; headers?: Record<string, string> }): Promise<Answer>;
  /** Uses the link. */
  open(): Promise<Answer>;
  close(): Promise<void>;
}

/** Starts a first screen whose setup does nothing but store answers. */
export function startScreen(changes: Partial<SiteSetup> = {}, checkEveryMs?: number): TestScreen {
  const folder = mkdtempSync(join(tmpdir(), 'lectern-first-'));
  let answers: StoredAnswers = {};
  let cookie: string | undefined;
  const setup: SiteSetup = {
    isNeeded: async () => true,
    answers: async () => answers,
    save: async (changed) => {
      answers = changed;
    },
    existing: async () => ({ brand: null, moved: null }),
    check: async () => ({ fields: {}, suggestedId: 'acme', colours: undefined }),
    pictureProblem: async () => undefined,
    read: async () => NO_BOOKS,
    preview: async () => ({ brand: null }),
    create: async () => CREATED,
    ...changes,
  };
  const screen = createFirstScreen({ setup, folder: join(folder, 'files'), log: silentLog, checkEveryMs });
  const ask: TestScreen['ask'] = async (method, path, { body, headers = {} } = {}) => {
    const isBytes = Buffer.isBuffer(body);
    const response = await screen.app.inject({
      method: method as 'GET',
      url: path,
      headers: {
        host: 'localhost:4400',
        origin: ORIGIN,
        ...(cookie && { cookie }),
        ...(body !== undefined && { 'content-type': isBytes ? 'application/octet-stream' : 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { payload: isBytes ? body : JSON.stringify(body) }),
    });
    const isJson = String(response.headers['content-type']).startsWith('application/json');
    return {
      status: response.statusCode,
      headers: response.headers,
      body: isJson && response.body !== '' ? response.json() : response.body,
    };
  };
  return {
    screen,
    folder: join(folder, 'files'),
    saved: () => answers,
    ask,
    async open() {
      const answer = await ask('POST', '/api/setup/open', { body: { token: screen.token } });
      cookie = String(answer.headers['set-cookie']).split(';')[0];
      return answer;
    },
    async close() {
      await screen.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
