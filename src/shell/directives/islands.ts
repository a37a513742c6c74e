// The inline script before the first island of a page: all directives of the site. The build appends Astro's script that
// defines the element `astro-island` (src/publish/bundle/island-script.ts).
import intent from './intent.ts';
import reading from './reading.ts';
import shown from './shown.ts';

// Islands find a directive as `Astro[name]`, or wait for the event `astro:name`.
const directives = { intent, reading, shown };
const page: Window & { Astro?: object } = window;
page.Astro = Object.assign(page.Astro ?? {}, directives);
for (const name in directives) dispatchEvent(new Event(`astro:${name}`));
