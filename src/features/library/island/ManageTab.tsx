import { type ChangeEvent, useState } from 'react';
import { bookText, isolate } from '#src/lib/book-text.ts';
import { textDirection } from '#src/lib/text-direction.ts';
import { Icon } from '#src/shell/island/Icon.tsx';
import { saveFile } from '#src/shell/island/save-file.ts';
import type { Undo } from '#src/shell/island/UndoBar.tsx';
import type { AreaT, Island } from '#src/shell/island/use-island.ts';
import { useStored } from '#src/shell/island/use-stored.ts';
import { $hiddenTags, type HiddenTag } from '#src/shell/state/local-storage.ts';
import { hideTag, showTag } from '../state/hidden-tags.ts';
import type { Imported } from '../state/library-file.ts';
import type { ListProps } from './props.ts';

/** The tab for the whole library: export, import and hidden tags. */
export function Manage({ island, offer }: ListProps) {
  return (
    <>
      <HiddenTags island={island} offer={offer} />
      <Transfer t={island.t} />
    </>
  );
}

/** Buttons to export the library to a file and to import a file. */
function Transfer({ t }: { readonly t: AreaT<'account'> }) {
  const [messages, setMessages] = useState<readonly string[]>([]);

  const save = async () => {
    const { exportLibrary } = await import('../state/library-file.ts');
    const name = `library-${new Date().toISOString().slice(0, 10)}.json`;
    saveFile({ name, type: 'application/json', text: exportLibrary() });
  };
  const add = async ({ currentTarget }: ChangeEvent<HTMLInputElement>) => {
    const [file] = currentTarget.files ?? [];
    if (!file) return;
    const { MAX_FILE_BYTES, importLibrary } = await import('../state/library-file.ts');
    const text = file.size > MAX_FILE_BYTES ? '' : await file.text().catch(() => '');
    setMessages(messagesOf(t, importLibrary(text)));
    currentTarget.value = '';
  };
  return (
    <section className="block">
      <h2>{t('transfer')}</h2>
      <p className="page-lead">{t('transfer-text')}</p>
      <div className="transfer">
        <button type="button" className="button" onClick={() => void save()}>
          {t('export')}
        </button>
        <label className="button button-quiet">
          <Icon name="plus" />
          {t('import')}
          <input type="file" className="said" accept="application/json,.json" onChange={(event) => void add(event)} />
        </label>
      </div>
      <div className="transfer-state" role="status">
        {messages.map((line) => (
          <p key={line}>{line}</p>
        ))}
      </div>
    </section>
  );
}

function messagesOf(t: AreaT<'account'>, imported: Imported): string[] {
  if (imported.problem !== null) return [t(`import-${imported.problem}`)];
  const { applied, broken } = imported;
  const messages = [applied === 0 ? t('import-nothing') : t('import-taken', { count: applied })];
  return broken === 0 ? messages : [...messages, t('import-broken', { count: broken })];
}

interface HiddenTagsProps {
  readonly island: Island<'account'>;
  readonly offer: (undo: Undo) => void;
}

/** The tags whose books are hidden in lists, each with a button to show them again. */
function HiddenTags({ island: { t, tag: page, paths }, offer }: HiddenTagsProps) {
  const tags = useStored($hiddenTags, null);
  const show = (tag: HiddenTag) => {
    showTag(tag.id);
    offer({ title: tag.name, run: () => hideTag(tag) });
  };
  return (
    <section className="block">
      <h2>{t('hidden-tags')}</h2>
      <p className="page-lead">{t(tags?.length === 0 ? 'hidden-none' : 'hidden-text')}</p>
      <ul className="hidden-tags">
        {tags?.map((tag) => (
          <li key={tag.id}>
            <a href={paths.tag(tag)} {...bookText(tag.name, undefined, page)}>
              {tag.name}
            </a>
            <button
              type="button"
              aria-label={`${t('show-again')}: ${isolate(tag.name, textDirection(page))}`}
              onClick={() => show(tag)}
            >
              {t('show-again')}
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
