import { type AreaKeys, collectIslandKeys, type IslandKeys, localeFolder, readAreaKeys } from './island-keys.ts';
import { createFileParser } from './walk-modules.ts';

const SUFFIX = '?texts';

/** The parts of Vite's types that the plugin uses. */
interface DevModule {
  readonly id: string | null;
}

interface Environment {
  readonly moduleGraph: { getModuleById(id: string): DevModule | undefined };
}

interface HotUpdate {
  readonly file: string;
  readonly timestamp: number;
  readonly modules: readonly DevModule[];
}

/**
 * Serves `island/Name.tsx?texts`: a function that takes the page's locale and returns the texts that the island uses. A
 * key without a text fails the build.
 */
export function islandTextsPlugin(root: string) {
  const { parse, forget } = createFileParser();
  const islands = new Map<string, IslandKeys>();
  let areaKeys: AreaKeys | undefined;

  function collect(entry: string): IslandKeys {
    areaKeys ??= readAreaKeys(root);
    const collected = collectIslandKeys(root, entry, areaKeys, parse);
    islands.set(entry, collected);
    return collected;
  }

  /** Returns the ids of the islands whose text keys changed together with a file, or can no longer be collected. */
  function changedIslands(file: string): string[] {
    forget(file);
    const isText = file.startsWith(localeFolder(root));
    if (isText) areaKeys = undefined;
    const isChanged = ([entry, { keys, files }]: [string, IslandKeys]) => {
      if (!isText && !files.includes(file)) return false;
      try {
        return JSON.stringify(collect(entry).keys) !== JSON.stringify(keys);
      } catch {
        return true;
      }
    };
    return [...islands].filter(isChanged).map(([entry]) => entry + SUFFIX);
  }

  let last: { readonly timestamp: number; readonly changed: readonly string[] } | undefined;

  return {
    name: 'lectern-island-texts',
    enforce: 'pre' as const,
    load: {
      filter: { id: /\.tsx\?texts$/ },
      handler: (id: string) => moduleOf(collect(id.slice(0, -SUFFIX.length)).keys),
    },
    /**
     * Vite calls this once per environment. Astro reloads the page if the returned modules exist only on the server, as
     * the text modules do.
     */
    hotUpdate(this: { readonly environment: Environment }, { file, timestamp, modules }: HotUpdate) {
      if (last?.timestamp !== timestamp) last = { timestamp, changed: changedIslands(file) };
      const { moduleGraph } = this.environment;
      const others = modules.filter(({ id }) => !id?.endsWith(SUFFIX));
      return [...others, ...last.changed.flatMap((id) => moduleGraph.getModuleById(id) ?? [])];
    },
  };
}

/** Names areas in the same way as the code of a page does, so that `areasIn` (module-graph.ts) finds them. */
function moduleOf(keys: IslandKeys['keys']): string {
  const parts = Object.entries(keys).map(
    ([area, names]) => `...islandTexts(textsOf(locale, '${area}'), ${JSON.stringify(names)}),`,
  );
  return [
    "import { textsOf } from '#src/i18n/t.ts';",
    "import { islandTexts } from '#src/shell/ui/island-texts.ts';",
    `export default (locale) => ({ ${parts.join('\n')} });`,
  ].join('\n');
}
