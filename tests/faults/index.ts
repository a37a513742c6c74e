import type { Fault } from './fault.ts';
import { MESSAGES_FAULTS } from './messages.ts';

/** By area: what `npm run faults -- --only` takes. */
export const FAULTS: Readonly<Record<string, readonly Fault[]>> = { messages: MESSAGES_FAULTS };
