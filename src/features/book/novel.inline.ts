// The inline script of novel pages.
import './notebook-link.inline.ts';
import '#src/shell/books/continue-reading.inline.ts';
import './shelf-state.inline.ts';
