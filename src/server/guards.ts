import type { ServerResponse } from 'node:http';
import type { Brand } from '#src/brand/registry.ts';
import type { Log } from '#src/lib/log.ts';
import { escapeHtml } from '#src/lib/text.ts';
import { GUARDS, type GuardName, type GuardTable, guardsOf, isGuardName } from '#src/routes/guards.ts';
import type { Match } from '#src/routes/parse.ts';
import { type Ask, plainPage, type Reply } from './answer.ts';
import { checkLanguage } from './language.ts';

/** A request for a page, as guards see it. */
export interface Asked {
  readonly ask: Ask;
  /** Undefined for a host of no brand. */
  readonly brand: Brand | undefined;
  /** Undefined for an address of no route. */
  readonly match: Match | undefined;
  /** Whether the brand's live release has a page at this path. */
  readonly holds: (path: string) => boolean;
}

/** Answers in the page's place. */
export type Stop = (response: ServerResponse) => void | Promise<void>;

/** What a request for a page or file comes to. */
export type Outcome = Reply | Stop;

/** Lets a request pass by returning nothing. */
export type Guard = (asked: Asked) => Stop | undefined;

type FrontGuard = { [G in GuardName]: (typeof GUARDS)[G] extends 'server' ? G : never }[GuardName];

const FRONT_GUARDS: Readonly<Record<FrontGuard, Guard>> = {
  host: ({ ask, brand }) => (brand ? undefined : noSite(ask)),
  language: checkLanguage,
};

/** Asks the guards that the table names for a route, until one stops the request. */
export function createGuards(table: GuardTable | undefined, log: Log): Guard {
  const told = new Set<string>();
  return (asked) => {
    for (const name of guardsOf(asked.match, table)) {
      const stop = isGuardName(name) ? askGuard(name, asked) : unknownGuard(name, asked.ask);
      if (!isGuardName(name) && !told.has(name)) {
        told.add(name);
        log.error(`Unknown middleware ${name}`, { path: asked.ask.path });
      }
      if (stop) return stop;
    }
    return undefined;
  };
}

/** Guards of the browser are part of the page (src/browser/inline/sign-in-guard.js). */
const askGuard = (name: GuardName, asked: Asked): Stop | undefined =>
  isFrontGuard(name) ? FRONT_GUARDS[name](asked) : undefined;

const isFrontGuard = (name: GuardName): name is FrontGuard => GUARDS[name] === 'server';

/** What a host of no brand gets. */
export const noSite =
  (ask: Ask): Stop =>
  (response) =>
    plainPage(ask, response, 421, 'No site here', 'There is no site at this address.');

/** Spec 8. */
const unknownGuard =
  (name: string, ask: Ask): Stop =>
  (response) =>
    plainPage(ask, response, 500, `Unknown middleware ${escapeHtml(name)}`, 'This page cannot be shown.');
