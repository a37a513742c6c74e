// The inline script of chapters. It precedes the text, because on a slow network visitors tap and press keys while the
// text is still arriving.
import './reader-settings.inline.ts';
import './early-clicks.inline.ts';
import './restore-position.inline.ts';
