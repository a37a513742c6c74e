/** Type declarations for markdown-it plugins that have none. */

declare module 'markdown-it-container' {
  import type { PluginWithOptions } from 'markdown-it';

  const plugin: (...args: [...Parameters<PluginWithOptions>, ...unknown[]]) => void;
  export default plugin;
}
declare module 'markdown-it-deflist' {
  import type { PluginSimple } from 'markdown-it';

  const plugin: PluginSimple;
  export default plugin;
}
declare module 'markdown-it-footnote' {
  import type { PluginSimple } from 'markdown-it';

  const plugin: PluginSimple;
  export default plugin;
}
declare module 'markdown-it-sub' {
  import type { PluginSimple } from 'markdown-it';

  const plugin: PluginSimple;
  export default plugin;
}
declare module 'markdown-it-sup' {
  import type { PluginSimple } from 'markdown-it';

  const plugin: PluginSimple;
  export default plugin;
}
