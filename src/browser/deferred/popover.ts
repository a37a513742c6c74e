import { apply } from '@oddbird/popover-polyfill/fn';

/** Popovers in browsers that have none: loaded there alone. */
apply();
