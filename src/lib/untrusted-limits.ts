/** Resource limits of one job (job-process.ts). */
export interface JobLimits {
  /** Maximum processor time, in ms. With a limit on elapsed time, the result would depend on the machine's load. */
  readonly processorMs: number;
  /** Maximum elapsed time, in ms; default: 20 times the processor time. */
  readonly waitMs?: number;
  /** Maximum resident memory of the process, including native libraries. */
  readonly memoryMiB: number;
  /** Subject and participle of the error message `… cannot be …`, such as "The file" and "read". */
  readonly what: string;
  readonly done: string;
  /** Last sentence of the error message: what to do. */
  readonly advice: string;
}

/**
 * Time and memory limits by kind of untrusted content (docs/operate/untrusted-content.md). Counts and sizes are limited
 * where the content is read: `src/api/epub/limits.ts`, `src/lib/html-limits.ts`.
 */
export const JOB_LIMITS = {
  /** Markdown, HTML or plain text, imported or previewed. */
  text: {
    processorMs: 20_000,
    memoryMiB: 1024,
    what: 'The file',
    done: 'read',
    advice: 'Divide it, or save it as plain text.',
  },
  /** An EPUB with its images, imported or previewed. */
  book: {
    processorMs: 180_000,
    memoryMiB: 1536,
    what: 'The file',
    done: 'read',
    advice: 'Split the book into volumes, or save it with an EPUB editor first.',
  },
  /** A folder of chapters, a ZIP file, or the export of a site, with all books in it. */
  collection: {
    processorMs: 300_000,
    memoryMiB: 1536,
    what: 'The collection',
    done: 'read',
    advice: 'Import it in several parts.',
  },
  /** An uploaded cover, or one drawn from an SVG. */
  cover: {
    processorMs: 10_000,
    memoryMiB: 768,
    what: 'The picture',
    done: 'drawn',
    advice: 'Save it as a PNG or JPEG of at most 2000 pixels on each side.',
  },
  /** A chapter edited in the admin, while it is previewed or stored. */
  chapter: {
    processorMs: 5_000,
    memoryMiB: 512,
    what: 'The text',
    done: 'cleaned',
    advice: 'Paste it as plain text, or divide the chapter.',
  },
  /** A share picture that shows covers from an upstream. */
  share: {
    processorMs: 5_000,
    memoryMiB: 768,
    what: 'The covers',
    done: 'drawn',
    advice: 'Use covers in PNG, JPEG or WebP.',
  },
} as const satisfies Readonly<Record<string, JobLimits>>;
