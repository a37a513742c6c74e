import type { Client } from 'pg';
import { connectPostgres } from './connect.ts';

/** Where a writer of content says that it has written, when it commits. */
export const CONTENT_CHANNEL = 'lectern_content';

export interface ChangeListener {
  /** False while the connection is broken, when nothing is heard. */
  isListening(): boolean;
  close(): Promise<void>;
}

const AGAIN_AFTER_MS = 1000;

/** Calls `onChange` once content has changed, and each time after which changes may have been missed. */
export async function listenForChanges(address: string, onChange: () => void): Promise<ChangeListener> {
  let client: Client | undefined;
  let timer: NodeJS.Timeout | undefined;
  let isClosed = false;

  const connect = async () => {
    try {
      const next = await connectPostgres(address);
      next.on('notification', onChange);
      next.once('end', again);
      await next.query(`LISTEN ${CONTENT_CHANNEL}`);
      onChange();
      client = next;
      if (isClosed) await next.end();
    } catch {
      again();
    }
  };
  const again = () => {
    client = undefined;
    clearTimeout(timer);
    if (!isClosed) timer = setTimeout(() => void connect(), AGAIN_AFTER_MS).unref();
  };
  await connect();
  return {
    isListening: () => client !== undefined,
    async close() {
      isClosed = true;
      clearTimeout(timer);
      await client?.end();
    },
  };
}
