// The inline script of the home page. The order matters: continue-reading.inline.ts dispatches an event to
// home-places.inline.ts.
import './carousel.inline.ts';
import './home-places.inline.ts';
import '#src/shell/books/continue-reading.inline.ts';
