import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { importFiles } from '#src/api/import/index.ts';
import { createApi, createWriter } from '#src/api/index.ts';
import { messageOf } from '#src/lib/errors.ts';
import { silentLog } from '#src/lib/log.ts';
import { JOB_LIMITS, type JobLimits } from '#src/lib/untrusted-limits.ts';
import { smallBook } from '../../../tests/helpers/small-api.ts';
import { startAdmin, type TestAdmin } from '../../../tests/unit/admin/server/fixture.ts';
import { makeEpub, prose } from '../../../tests/unit/api/epub/make-epub.ts';
import { rowWithoutPeer } from '../../bench/report.ts';
import { createTimes, createVerdicts, p99 } from '../figures.ts';
import type { Part } from '../part.ts';
import { BOOKS } from '../untrusted/books.ts';
import { watchChildren } from '../untrusted/children.ts';
import { PICTURES } from '../untrusted/pictures.ts';
import { createRandom } from '../untrusted/random.ts';
import { CHAPTERS, HTML, MARKDOWN, type Make, PLAIN } from '../untrusted/texts.ts';

interface Kind {
  readonly inputs: Readonly<Record<string, Make>>;
  readonly limits: JobLimits;
  /** File name extension of the inputs; null for inputs that are sent to the admin. */
  readonly ending: string | null;
}

const KINDS: Readonly<Record<string, Kind>> = {
  book: { inputs: BOOKS, limits: JOB_LIMITS.book, ending: '.epub' },
  picture: { inputs: PICTURES, limits: JOB_LIMITS.cover, ending: null },
  markdown: { inputs: MARKDOWN, limits: JOB_LIMITS.text, ending: '.md' },
  html: { inputs: HTML, limits: JOB_LIMITS.text, ending: '.html' },
  plain: { inputs: PLAIN, limits: JOB_LIMITS.text, ending: '.txt' },
  preview: { inputs: CHAPTERS, limits: JOB_LIMITS.chapter, ending: null },
};

/**
 * All inputs, taken from each kind in turn. A small run starts at a position that depends on the seed, so that several
 * runs together reach every input.
 */
const INPUTS = Object.entries(KINDS)
  .flatMap(([kind, { inputs }]) => Object.keys(inputs).map((name, place) => ({ kind, name, place })))
  .toSorted((a, b) => a.place - b.place);

/** Memory that a process may allocate between two checks of its limit, in MiB. */
const OVERSHOOT_MIB = 512;
/** Factor by which the elapsed time of an idle job may exceed its limit on processor time. */
const WAIT_FACTOR = 20;
const CALL_LIMIT_MS = 2000;
const CALL_INTERVAL_MS = 100;
const GOOD_INPUT_INTERVAL = 25;

/** Matches names of libraries and stack traces, which a message must not contain. */
const INTERNALS =
  /marked|parse5|linkedom|sanitize|htmlparser|sharp|vips|rsvg|yauzl|zlib|https?:|node:|\bat \w+ \(|undefined|NaN|RangeError|TypeError|call stack|heap|Invalid \w+: Expected/i;

/**
 * Processes hostile inputs of all kinds. Each must end within its limits or be rejected with a reason, and everything
 * else must keep working.
 */
export const untrustedPart: Part = {
  name: 'untrusted',
  about: 'hostile books, texts, pictures and previews: done within the limits of their kind, or refused with a reason',
  unit: 'times',
  full: 300,
  quick: 24,
  async run({ size, seed, slack }) {
    const test = await startAdmin((writer) => writer.putBook(smallBook(1)));
    const children = watchChildren();
    const [verdicts, times] = [createVerdicts(), createTimes()];
    const counts = { done: 0, refused: 0 };
    const peaks = { memory: 0, processor: 0 };
    const calls = await callRepeatedly(test, verdicts.judge);
    try {
      for (let n = 0; n < size; n += 1) {
        const { kind, name } = INPUTS[(seed + n) % INPUTS.length] ?? { kind: 'book', name: 'spine' };
        const { inputs, limits, ending } = KINDS[kind] as Kind;
        const content = inputs[name]?.(createRandom(seed + n)) ?? '';
        const began = performance.now();
        const end = await (ending === null
          ? sendToAdmin(test, kind, content)
          : importOne(test, `${n}${ending}`, content)
        ).catch((error) => ({ problem: messageOf(error), reason: undefined, processorMs: 0 }));
        const took = performance.now() - began;
        times.add(took);
        const memory = children.takePeak();
        counts[end.reason === undefined ? 'done' : 'refused'] += 1;
        peaks.memory = Math.max(peaks.memory, memory / limits.memoryMiB);
        peaks.processor = Math.max(peaks.processor, end.processorMs / limits.processorMs);
        const what = `${n}, ${kind} of ${name}`;
        verdicts.judge(what, end.problem ?? wordsProblem(end.reason));
        verdicts.judge(what, memory > limits.memoryMiB + OVERSHOOT_MIB ? `${Math.round(memory)} MiB` : undefined);
        verdicts.judge(what, took > limits.processorMs * WAIT_FACTOR * 2 ? `${Math.round(took)} ms` : undefined);
        if (n % GOOD_INPUT_INTERVAL === GOOD_INPUT_INTERVAL - 1 || n === size - 1)
          verdicts.judge(`a good book after ${what}`, await importGood(test, n));
      }
    } finally {
      children.end();
      await calls.end();
      await test.close();
    }
    return {
      rows: [
        rowWithoutPeer('inputs processed', counts.done, 'inputs'),
        rowWithoutPeer('inputs rejected', counts.refused, 'inputs'),
        rowWithoutPeer('peak processor time relative to its limit', peaks.processor, 'times', 1.2),
        rowWithoutPeer('peak memory relative to its limit', peaks.memory, 'times', 2),
        p99('time per input', times),
        p99('calls to the admin and the API meanwhile', calls.times, CALL_LIMIT_MS * slack),
      ],
      findings: verdicts.findings,
    };
  },
};

interface End {
  readonly problem: string | undefined;
  /** Reason for the rejection; undefined if the input was accepted. */
  readonly reason: string | undefined;
  readonly processorMs: number;
}

async function importOne(test: TestAdmin, name: string, content: string | Uint8Array): Promise<End> {
  const { store, folder } = test;
  const file = join(folder, name);
  await writeFile(file, content);
  let processorMs = 0;
  // The generated books resemble each other, so the import would otherwise ask whether they are the same.
  const resolution = { as: 'differentBook' } as const;
  const target = { writer: createWriter(store), store, resolution, now: () => new Date() };
  try {
    const onUse = (use: { processorMs: number }) => {
      processorMs = use.processorMs;
    };
    const [report] = await Array.fromAsync(importFiles([file], { ...target, onUse }));
    const isRefused = report?.status === 'refused';
    const problem = report === undefined || (isRefused && !report.reason) ? 'refused without a reason' : undefined;
    return { problem, reason: (isRefused && report.reason) || undefined, processorMs };
  } finally {
    await rm(file);
  }
}

/** Sends a cover or a preview as the admin page does. */
async function sendToAdmin(test: TestAdmin, kind: string, content: string | Uint8Array): Promise<End> {
  const { status, body } =
    kind === 'picture'
      ? await test.ask('POST', '/api/books/1/cover', {
          as: 'editor',
          body: Buffer.from(content as Uint8Array),
          headers: { 'content-type': 'image/png' },
        })
      : await test.ask('POST', '/api/preview', { as: 'editor', body: { html: content } });
  const problem = [200, 413, 422].includes(status) ? undefined : `status ${status}`;
  return { problem, reason: status === 200 ? undefined : String(body.error.message), processorMs: 0 };
}

function wordsProblem(reason: string | undefined): string | undefined {
  if (reason === undefined) return undefined;
  if (INTERNALS.test(reason)) return `the reason exposes internals: ${reason}`;
  return reason.length > 600 ? `the reason has ${reason.length} characters` : undefined;
}

async function importGood(test: TestAdmin, n: number): Promise<string | undefined> {
  const metadata = `<dc:title>Good ${n}</dc:title><dc:creator>A</dc:creator><dc:language>en</dc:language>`;
  const good = makeEpub({ metadata, documents: { 'one.xhtml': `<h2>I</h2>${prose(400)}` } });
  const { reason, problem } = await importOne(test, `good-${n}.epub`, good);
  return problem ?? reason;
}

/** Calls the admin and the API repeatedly. */
async function callRepeatedly({ ask, store }: TestAdmin, judge: (what: string, problem: string | undefined) => void) {
  const prefixes = [{ prefix: '/public', brand: 'local' }];
  const api = createApi({ store, prefixes, media: store.media, log: silentLog });
  const address = await api.listen(0);
  const times = createTimes();
  const timed = async (what: string, call: () => Promise<{ status: number }>) => {
    const began = performance.now();
    const { status } = await call();
    times.add(performance.now() - began);
    judge(what, status === 200 ? undefined : `status ${status}`);
  };
  let isOver = false;
  const work = (async () => {
    while (!isOver) {
      await timed('a list of the admin', () => ask('GET', '/api/books', { as: 'operator' }));
      await timed('a call of the API', async () => {
        const response = await fetch(`${address}/public/v1/book.show?book_id=1&section=7`);
        await response.arrayBuffer();
        return response;
      });
      await new Promise((resolve) => setTimeout(resolve, CALL_INTERVAL_MS));
    }
  })();
  return {
    times,
    async end() {
      isOver = true;
      await work;
      await api.close();
    },
  };
}
