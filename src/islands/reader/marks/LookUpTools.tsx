import { dictionaryAddress, type LookUpTemplates, shortPassage, translationAddress } from '#src/lib/look-up-address.ts';
import { Icon, type IslandIconName } from '../../ui/Icon.tsx';
import type { Island } from '../../ui/use-island.ts';

interface LookUpToolsProps {
  readonly island: Island<'reader'>;
  readonly lookup: LookUpTemplates | undefined;
  /** Language of the book, BCP 47. */
  readonly language: string;
  /** What is selected. */
  readonly text: string;
}

/**
 * Looks a selected word up and translates a passage, where the brand names a site for it. Where it offers nothing for
 * this selection, a phone hands the text to its apps instead.
 */
export function LookUpTools({ island: { t, tag }, lookup = {}, language, text }: LookUpToolsProps) {
  const languages = { from: language, to: tag };
  const definition = dictionaryAddress(lookup, text, languages);
  const translation = translationAddress(lookup, text, languages);
  const passage = shortPassage(text, language);
  if (definition === null && translation === null && passage !== '' && canShareText()) {
    return (
      <button type="button" aria-label={t('look-up-in-app')} onClick={() => shareText(passage)}>
        <Icon name="look-up" />
      </button>
    );
  }
  return (
    <>
      {definition !== null && <OtherSite href={definition} icon="look-up" label={t('look-up')} />}
      {translation !== null && <OtherSite href={translation} icon="language" label={t('translate')} />}
    </>
  );
}

interface OtherSiteProps {
  readonly href: string;
  readonly icon: IslandIconName;
  readonly label: string;
}

/** A link in a new tab that tells the other site neither the page nor the book. */
const OtherSite = ({ href, icon, label }: OtherSiteProps) => (
  <a href={href} target="_blank" rel="noopener noreferrer" referrerPolicy="no-referrer" aria-label={label}>
    <Icon name={icon} />
  </a>
);

/** Phones and tablets have apps that take a text; on a desktop its share sheet has mail and little else. */
const canShareText = (): boolean => 'share' in navigator && matchMedia('(pointer: coarse)').matches;

/** A visitor who thinks better of it has done nothing wrong. */
function shareText(text: string): void {
  void navigator.share?.({ text }).catch(() => undefined);
}
