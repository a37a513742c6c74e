import { hash } from '#src/lib/hash.ts';
import type { VersionedAsset } from '#src/release/index.ts';
import { catalogFiles, type FeedFile, feedFiles } from '#src/seo/feeds/index.ts';
import { catalogOf, releaseFeeds } from '#src/view-models/feeds.ts';
import type { ModelSource } from './plan.ts';

/** The feeds of a brand in all its languages. Their texts are short, so their hash is their version. */
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
