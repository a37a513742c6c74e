import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import { SaveButton, SimpleForm, Toolbar, useRecordContext } from 'react-admin';
import type { BrandSettingsRecord } from '../../contract/brand-settings.ts';
import { HistoryActions } from '../history/HistoryActions.tsx';
import { FormGuard, KEEP_TYPED } from '../saving/FormGuard.tsx';
import { RecordEdit } from '../saving/RecordEdit.tsx';
import { ColourInput } from './ColourInput.tsx';
import { FolderInput } from './FolderInput.tsx';
import { HomeOrderInput } from './HomeOrderInput.tsx';
import { localeName } from './locale-name.ts';
import { MenuInput } from './MenuInput.tsx';
import { PagesInput } from './PagesInput.tsx';
import { PictureInput } from './PictureInput.tsx';
import { SearchTextInputs } from './SearchTextInputs.tsx';
import { SettingsPreview } from './SettingsPreview.tsx';
import { SynonymsInput } from './SynonymsInput.tsx';
import { TextsInput } from './TextsInput.tsx';

const Title = () => <>{useRecordContext<BrandSettingsRecord>()?.name ?? ''}</>;

/** The settings of a brand. An empty field means that the value from the brand's folder applies. */
export function BrandSettingsEdit() {
  return (
    <RecordEdit title={<Title />} actions={<Actions />}>
      <SimpleForm resetOptions={KEEP_TYPED} toolbar={<SaveOnly />} sx={{ maxWidth: 860 }}>
        <FormGuard />
        <Fields />
      </SimpleForm>
    </RecordEdit>
  );
}

/** There are no versions before the first save. */
function Actions() {
  const record = useRecordContext<BrandSettingsRecord>();
  return record?.updated_at ? <HistoryActions /> : null;
}

const SaveOnly = () => (
  <Toolbar>
    <SaveButton />
  </Toolbar>
);

function Fields() {
  const record = useRecordContext<BrandSettingsRecord>();
  if (!record?.folder) return null;
  const { locales } = record;
  return (
    <>
      <Typography variant="body2" color="textSecondary" sx={{ mb: 2, maxWidth: '65ch' }}>
        An empty field uses the value from the folder brands/{record.id}. Changes are saved immediately; pages show them
        after you publish.
      </Typography>
      <SettingsPreview />
      <Section title="Name and texts">
        <FolderInput source="appName" />
        <FolderInput source="tagline" multiline />
        {locales.slice(1).map((code) => (
          <FolderInput
            key={code}
            source={`taglines.${code}`}
            label={`Tagline in ${localeName(code)}`}
            lang={code}
            multiline
          />
        ))}
        <FolderInput source="supportEmail" type="email" />
      </Section>
      <Section title="Announcement" text="A message below the header of every page. Without a text, there is none.">
        {locales.map((code) => (
          <FolderInput
            key={code}
            source={`announcement.texts.${code}`}
            label={`Text in ${localeName(code)}`}
            lang={code}
          />
        ))}
        <FolderInput source="announcement.link" label="Link, such as /hotnovels or https://…" />
      </Section>
      <Section title="Colours">
        <Box sx={{ display: 'grid', gap: 2, width: '100%', gridTemplateColumns: { xs: '1fr', sm: '1fr 1fr' } }}>
          <ColourInput source="themeColor" />
          <ColourInput source="accentColor" />
          <ColourInput source="headerGround" />
          <ColourInput source="headerColor" />
        </Box>
      </Section>
      <Section title="Pictures" text="SVG of at most 8 KB, or PNG, WebP or AVIF of at most 100 KB.">
        <PictureInput source="logo" hint="90 to 170 pixels wide, 32 high" ratio="131 / 32" />
        <PictureInput
          source="icon"
          hint="Square, at least 512 × 512 pixels unless it is an SVG; for browser tabs and home screens"
          ratio="1"
        />
        <PictureInput source="headerBg" hint="1600 × 120 pixels" ratio="1600 / 120" />
        <PictureInput source="bookSourceImg" hint="400 × 600 pixels, without text" ratio="2 / 3" />
      </Section>
      <Section title="Menu" text="The links in the header. Without any, it links to Home, Category and Ranking.">
        <MenuInput locales={locales} />
      </Section>
      <Section
        title="Home page"
        text="What the home page shows below the banners, in this order. Without an order, the usual one applies."
      >
        <HomeOrderInput />
      </Section>
      <Section title="Pages" text="Your own pages, such as about, terms, privacy or help, with links in the footer.">
        <PagesInput brand={String(record.id)} locales={locales} />
      </Section>
      <Section
        title="Search synonyms"
        text="A search for one word of a line also finds the others. Applies as soon as you save."
      >
        {locales.map((code) => (
          <SynonymsInput key={code} language={code} />
        ))}
      </Section>
      <Section
        title="Interface texts"
        text="Replace texts of the site, such as the names of menu entries. Keep the placeholders of the usual text."
      >
        <TextsInput locales={locales} />
      </Section>
      <Section
        title="Titles and descriptions for search engines"
        text="Keep the placeholders of the default text, such as {{name}}."
      >
        <SearchTextInputs locales={locales} />
      </Section>
    </>
  );
}

function Section({ title, text, children }: { title: string; text?: string; children: ReactNode }) {
  return (
    <Box component="section" sx={{ width: '100%', mt: 3, minWidth: 0 }}>
      <Typography variant="h6" component="h2">
        {title}
      </Typography>
      {text !== undefined && (
        <Typography variant="body2" color="textSecondary" sx={{ mb: 0.5 }}>
          {text}
        </Typography>
      )}
      {children}
    </Box>
  );
}
