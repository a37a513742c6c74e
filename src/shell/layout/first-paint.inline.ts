// The inline script of every page, at the start of its head. One script instead of several, because each needs a hash in
// the Content-Security-Policy of every response (docs/decisions/0034-small-response-headers.md).
import './color-mode.inline.ts';
import './view-transition.inline.ts';
import './hidden-tags.inline.ts';
import './cover-state.inline.ts';
import './remember-search.inline.ts';
import '../native-app/app-banner.inline.ts';
