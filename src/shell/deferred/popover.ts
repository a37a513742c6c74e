import { apply } from '@oddbird/popover-polyfill/fn';

/** Installs the popover polyfill. Loaded only in browsers without popovers. */
apply();
