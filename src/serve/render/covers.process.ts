import { coversPicture } from '#src/brand/covers-picture.ts';
import { serveJobs } from '#src/lib/limited-job.ts';

serveJobs({ share: (covers: readonly Uint8Array[]) => coversPicture(covers) });
