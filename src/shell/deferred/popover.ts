import { apply } from '@oddbird/popover-polyfill/fn';

/** Loaded only in browsers without popovers. */
apply();
