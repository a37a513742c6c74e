import { type FSWatcher, watch } from 'node:fs';
import { makeFolder } from '#src/lib/files.ts';
import { fileOf, type Shot } from '../../../../scripts/screenshots/plan.ts';
import { previewPage } from './page.ts';
import { type PreviewServer, servePreview } from './server.ts';

export interface PreviewOptions {
  /** The brand's folder. A change to any of its files starts a new round of screenshots. */
  readonly folder: string;
  /** The folder to which `take` writes the screenshots. */
  readonly pictures: string;
  readonly shots: readonly Shot[];
  /**
   * Takes all screenshots.
   * @returns the error messages; empty if all screenshots were taken
   */
  take(stop: AbortSignal): Promise<string>;
  readonly port: number;
}

export interface Preview {
  readonly port: number;
  close(): Promise<void>;
}

/** Delay after the last change, because editors write several files, or one file in several steps. */
const SETTLED_MS = 300;

/** Serves a page with screenshots of a brand on this machine, and retakes them when a file of the brand changes. */
export async function startPreview(options: PreviewOptions): Promise<Preview> {
  const { folder, pictures, shots, port } = options;
  makeFolder(pictures);
  const files = new Set(shots.map(fileOf));
  const server = await servePreview({ page: previewPage(shots), pictures, files, port });
  const rounds = followEdits(options, server);
  const watchers: FSWatcher[] = [
    watch(folder, { recursive: true }, () => rounds.begin(SETTLED_MS)),
    watch(pictures, { recursive: true }, (_, file) => {
      if (file !== null && files.has(file)) server.send({ picture: file });
    }),
  ];
  rounds.begin(0);
  return {
    port: server.port,
    async close() {
      for (const watcher of watchers) watcher.close();
      await rounds.close();
      await server.close();
    },
  };
}

/** Takes the screenshots in rounds. A change aborts the current round and starts a new round. */
function followEdits({ take }: PreviewOptions, server: PreviewServer) {
  let stop = new AbortController();
  let round: Promise<void> = Promise.resolve();
  let timer: NodeJS.Timeout | undefined;
  const run = async (signal: AbortSignal) => {
    server.send({ state: 'Taking pictures …' });
    const error = await take(signal);
    if (!signal.aborted)
      server.send({ state: error === '' ? `Up to date, ${new Date().toLocaleTimeString()}.` : error });
  };
  return {
    begin(afterMs: number) {
      clearTimeout(timer);
      timer = setTimeout(() => {
        stop.abort();
        stop = new AbortController();
        const { signal } = stop;
        round = round.then(() => (signal.aborted ? undefined : run(signal)));
      }, afterMs);
    },
    async close() {
      clearTimeout(timer);
      stop.abort();
      await round;
    },
  };
}
