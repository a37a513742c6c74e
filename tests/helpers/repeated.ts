import { afterEach } from 'vitest';

declare module 'vitest' {
  interface TaskMeta {
    isRepeated?: boolean;
  }
}

// Vitest's JSON report contains `meta`, but not the number of attempts.
afterEach(({ task }) => {
  if ((task.result?.retryCount ?? 0) > 0) task.meta.isRepeated = true;
});
