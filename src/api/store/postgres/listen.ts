import type { Client } from 'pg';
import { connectPostgres } from './connect.ts';

/** Channel of the notifications that every transaction with writes to the content sends when it commits. */
export const CONTENT_CHANNEL = 'lectern_content';

export interface ChangeListener {
  /** False while the connection is broken, when no notifications arrive. */
  isListening(): boolean;
  close(): Promise<void>;
}

const RECONNECT_DELAY_MS = 1000;

/** Calls `onChange` when content has changed, and whenever changes may have been missed. */
export async function listenForChanges(address: string, onChange: () => void): Promise<ChangeListener> {
  let client: Client | undefined;
  let timer: NodeJS.Timeout | undefined;
  let isClosed = false;

  const connect = async () => {
    try {
      const next = await connectPostgres(address);
      next.on('notification', onChange);
      next.once('end', reconnect);
      await next.query(`LISTEN ${CONTENT_CHANNEL}`);
      onChange();
      client = next;
      if (isClosed) await next.end();
    } catch {
      reconnect();
    }
  };
  const reconnect = () => {
    client = undefined;
    clearTimeout(timer);
    if (!isClosed) timer = setTimeout(() => void connect(), RECONNECT_DELAY_MS).unref();
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
