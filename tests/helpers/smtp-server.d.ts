/** The parts of `smtp-server` that tests use. The package itself has no types. */
declare module 'smtp-server' {
  import type { EventEmitter } from 'node:events';
  import type { Server } from 'node:net';
  import type { Readable } from 'node:stream';

  interface Address {
    readonly address: string;
  }
  interface Session {
    readonly envelope: { readonly mailFrom: Address | false; readonly rcptTo: readonly Address[] };
    /** Result of `onAuth`; undefined before sign-in. */
    readonly user?: string;
  }
  interface Options {
    authOptional?: boolean;
    allowInsecureAuth?: boolean;
    disabledCommands?: string[];
    onAuth?(
      auth: { readonly username?: string; readonly password?: string },
      session: Session,
      done: (error: Error | null, result?: { user: string | undefined }) => void,
    ): void;
    onData?(stream: Readable, session: Session, done: () => void): void;
  }

  export class SMTPServer extends EventEmitter {
    constructor(options: Options);
    readonly server: Server;
    listen(port: number, host: string, done: () => void): void;
    close(done: () => void): void;
  }
}
