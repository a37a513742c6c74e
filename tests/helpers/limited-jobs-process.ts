import { LecternError } from '#src/lib/errors.ts';
import { type Emit, serveJobs } from '#src/lib/limited-job.ts';

/** A process that serves jobs which stay within their limits or exceed them. */
serveJobs({
  echo: (input: unknown) => input,
  environment: () => Object.keys(process.env),
  spin: () => {
    for (;;);
  },
  heap: () => {
    const all: number[][] = [];
    for (;;) all.push(new Array(100_000).fill(all.length));
  },
  buffers: () => {
    const all: Buffer[] = [];
    for (;;) all.push(Buffer.alloc(1024 * 1024, 1));
  },
  sleep: () => new Promise(() => setInterval(() => {}, 1000)),
  vanish: () => process.exit(3),
  refuse: () => {
    throw new LecternError('TEST', 'It has 7 wheels; at most 4 are read. Remove some.');
  },
  break: () => {
    throw new TypeError('please report this to https://library.example');
  },
  async emit(count: number, emit: Emit) {
    for (let n = 0; n < count; n += 1) await emit({ n, content: new Uint8Array([n]) });
    return 'emitted';
  },
});
