import { dictionaryAddress, type LookUpTemplates, shortPassage, translationAddress } from '#src/lib/look-up-address.ts';
import { Icon, type IslandIconName } from '#src/shell/island/Icon.tsx';
import type { Island } from '#src/shell/island/use-island.ts';

interface LookUpToolsProps {
  readonly island: Island<'reader'>;
  readonly lookup: LookUpTemplates | undefined;
  /** Language of the book as a BCP 47 tag. */
  readonly language: string;
  /** The selected text. */
  readonly text: string;
}

/**
 * Links to look up the selected word or translate the selected passage on sites that the brand has chosen. If no site
 * fits the selection, phones offer to share the text with an app instead.
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
      {definition !== null && <ExternalLink href={definition} icon="look-up" label={t('look-up')} />}
      {translation !== null && <ExternalLink href={translation} icon="language" label={t('translate')} />}
    </>
  );
}

interface ExternalLinkProps {
  readonly href: string;
  readonly icon: IslandIconName;
  readonly label: string;
}

/** A link that opens in a new tab without a referrer, so that the other site learns neither the page nor the book. */
const ExternalLink = ({ href, icon, label }: ExternalLinkProps) => (
  <a href={href} target="_blank" rel="noopener noreferrer" referrerPolicy="no-referrer" aria-label={label}>
    <Icon name={icon} />
  </a>
);

/**
 * Whether to offer sharing text with an app. Phones and tablets have apps that accept text; the share sheets of
 * desktops offer little besides email.
 */
const canShareText = (): boolean => 'share' in navigator && matchMedia('(pointer: coarse)').matches;

/** Opens the share sheet. It is not an error if the visitor closes it. */
function shareText(text: string): void {
  void navigator.share?.({ text }).catch(() => undefined);
}
