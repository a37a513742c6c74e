import type { Handler } from '../http/handler.ts';
import * as auth from './auth.ts';
import * as book from './book.ts';
import * as brand from './brand.ts';
import * as chapter from './chapter.ts';
import * as device from './device.ts';
import * as helpEvent from './help-event.ts';
import * as library from './library.ts';
import * as list from './list.ts';
import * as livingList from './living-list.ts';
import * as measurement from './measurement.ts';
import * as push from './push.ts';
import * as report from './report.ts';
import * as search from './search.ts';
import * as session from './session.ts';
import * as share from './share.ts';
import * as suggestion from './suggestion.ts';
import * as translator from './translator.ts';
import * as user from './user.ts';

const DOMAINS: readonly Readonly<Record<string, unknown>>[] = [
  auth,
  book,
  brand,
  chapter,
  device,
  helpEvent,
  library,
  list,
  livingList,
  measurement,
  push,
  report,
  search,
  session,
  share,
  suggestion,
  translator,
  user,
];

/** The handler of each call, by the call's name. */
export const HANDLERS: ReadonlyMap<string, Handler> = new Map(
  DOMAINS.flatMap((domain) => Object.values(domain).filter(isHandler)).map((handler) => [handler.call.name, handler]),
);

function isHandler(value: unknown): value is Handler {
  return typeof value === 'object' && value !== null && 'call' in value && 'run' in value;
}
