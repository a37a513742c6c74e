import { type FSWatcher, watch } from 'node:fs';
import { makeFolder } from '#src/lib/files.ts';
import { fileOf, type Shot } from '../screenshots/plan.ts';
import { previewPage } from './page.ts';
import { type PreviewServer, servePreview } from './server.ts';

export interface PreviewOptions {
  /** Of the brand: a change of any file in it begins a new round. */
  readonly folder: string;
  /** Where the pictures are written to. */
  readonly pictures: string;
  readonly shots: readonly Shot[];
  /** Takes all pictures anew. @returns what went wrong, for people; nothing where all went well */
  take(stop: AbortSignal): Promise<string>;
  readonly port: number;
}

export interface Preview {
  readonly port: number;
  close(): Promise<void>;
}

/** An editor writes several files, or one in several steps. */
const SETTLED_MS = 300;

/** Shows the pictures of a brand's screens on this machine, and takes them anew whenever a file of the brand changes. */
export async function startPreview(options: PreviewOptions): Promise<Preview> {
  const { folder, pictures, shots, port } = options;
  makeFolder(pictures);
  const files = new Set(shots.map(fileOf));
  const server = await servePreview({ page: previewPage(shots), pictures, files, port });
  const rounds = followEdits(options, server);
  const watchers: FSWatcher[] = [
    watch(folder, { recursive: true }, () => rounds.begin(SETTLED_MS)),
    watch(pictures, { recursive: true }, (_, file) => {
      if (file !== null && files.has(file)) server.tell({ picture: file });
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

/** Takes the pictures round by round: a change ends a round that is under way and begins another. */
function followEdits({ take }: PreviewOptions, server: PreviewServer) {
  let stop = new AbortController();
  let round: Promise<void> = Promise.resolve();
  let timer: NodeJS.Timeout | undefined;
  const run = async (signal: AbortSignal) => {
    server.tell({ state: 'The pictures are taken anew …' });
    const wrong = await take(signal);
    if (!signal.aborted)
      server.tell({ state: wrong === '' ? `Up to date, ${new Date().toLocaleTimeString()}.` : wrong });
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
