import { useEffect, useState } from 'react';
import { $campaignBook, type Campaign, campaignOf, loadCampaignBook } from '#src/stores/campaign.ts';
import { CoverThumbnail } from '../ui/Thumbnail.tsx';
import { type IslandProps, useIsland } from '../ui/use-island.ts';
import { useStored } from '../ui/use-stored.ts';

/** Texts: area `campaign`. */
export interface CampaignBookProps extends IslandProps {
  /** Shown where a book has no cover. */
  readonly defaultCover: string;
}

const INTRODUCTION = 160;

/** The book the campaign's address names, where it names one. */
export function CampaignBook(props: CampaignBookProps) {
  const { t, paths, mediaUrl } = useIsland<'campaign'>(props);
  const book = useStored($campaignBook, null);
  const [campaign, setCampaign] = useState<Campaign>();

  useEffect(() => {
    const named = campaignOf(location.search);
    setCampaign(named);
    if (named) void loadCampaignBook(named).finally(giveRoomBack);
  }, []);

  if (!book) return <div className="campaign-book" />;
  const { title, author, cover, introduction } = book;
  const href = campaign?.chapter === undefined ? paths.novel(book) : paths.reader(book.id, campaign.chapter);
  return (
    <article className="campaign-book" data-shown="">
      <CoverThumbnail
        cover={cover}
        mediaUrl={mediaUrl}
        pixels={176}
        fallback={props.defaultCover}
        width={88}
        loading="eager"
      />
      <div>
        <p className="campaign-label">{t('book-label')}</p>
        <h2>{title}</h2>
        <p>{t('book-by', { author: author.name })}</p>
        <p className="campaign-intro">{introduction.slice(0, INTRODUCTION)}</p>
        <a className="plain-link" href={href}>
          {t('book-read', { title })}
        </a>
      </div>
    </article>
  );
}

/** src/browser/inline/campaign.js keeps room for a book that may not be there. */
function giveRoomBack(): void {
  if ($campaignBook.get() === null) delete document.documentElement.dataset['campaignBook'];
}
