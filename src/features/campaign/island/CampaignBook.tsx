import { useEffect, useState } from 'react';
import { bookText, nameText, SLOT } from '#src/lib/book-text.ts';
import { BookPhrase } from '#src/shell/island/BookPhrase.tsx';
import { CoverThumbnail } from '#src/shell/island/Thumbnail.tsx';
import { type IslandProps, useIsland } from '#src/shell/island/use-island.ts';
import { useStored } from '#src/shell/island/use-stored.ts';
import { $campaignBook, type Campaign, campaignOf, loadCampaignBook } from '../state.ts';

/** `texts` contains texts of the area `campaign`. */
export interface CampaignBookProps extends IslandProps {
  /** Address of the picture shown for books without a cover. */
  readonly defaultCover: string;
}

const MAX_INTRODUCTION_CHARACTERS = 160;

/** The book named in the campaign's address, if any. */
export function CampaignBook(props: CampaignBookProps) {
  const { t, tag, paths, mediaUrl } = useIsland<'campaign'>(props);
  const book = useStored($campaignBook, null);
  const [campaign, setCampaign] = useState<Campaign>();

  useEffect(() => {
    const fromAddress = campaignOf(location.search);
    setCampaign(fromAddress);
    if (fromAddress) void loadCampaignBook(fromAddress).finally(releaseSpace);
  }, []);

  if (!book) return <div className="campaign-book" />;
  const { title, language, author, cover, introduction } = book;
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
        <h2 {...bookText(title, language, tag)}>{title}</h2>
        <p>
          <BookPhrase
            text={t('book-by', { author: SLOT })}
            value={author.name}
            language={nameText(author.name, language, tag).lang}
            tag={tag}
          />
        </p>
        <p className="campaign-intro" {...bookText(introduction, language, tag)}>
          {introduction.slice(0, MAX_INTRODUCTION_CHARACTERS)}
        </p>
        <a className="plain-link" href={href}>
          <BookPhrase text={t('book-read', { title: SLOT })} value={title} language={language} tag={tag} />
        </a>
      </div>
    </article>
  );
}

/** Removes the space that src/features/campaign/campaign.inline.ts reserved, if the book does not exist. */
function releaseSpace(): void {
  if ($campaignBook.get() === null) delete document.documentElement.dataset['campaignBook'];
}
