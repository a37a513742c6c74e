import { catalogFiles, type FeedFile, feedFiles } from '#src/features/feeds/formats/index.ts';
import { catalogOf, releaseFeeds } from '#src/features/feeds/view.ts';
import { hash } from '#src/lib/hash.ts';
import type { ModelSource } from '#src/publish/plan/plan.ts';
import type { VersionedAsset } from '#src/publish/release/index.ts';

/** Yields the feeds of a brand in all its languages. A feed's version is its hash. */
export function* feedsOf({ sites }: Pick<ModelSource, 'sites'>): Iterable<VersionedAsset> {
  for (const { site, source } of sites) {
    const feeds = releaseFeeds(source, site);
    for (const feed of feeds) yield* feedFiles(site, feed).map(versioned);
    if (feeds.length > 0) yield* catalogFiles(site, catalogOf(feeds, site)).map(versioned);
  }
}

function versioned({ url, text }: FeedFile): VersionedAsset {
  const content = Buffer.from(text());
  return { url, version: hash(content, 32), content: async () => content };
}
