import * as v from 'valibot';
import type { Answer, UsualText } from '#src/admin/contract/answers.ts';
import { usualTexts } from '#src/brand/usual-texts.ts';
import { LOCALE_CODES } from '#src/contract/locales.ts';
import type { Route } from '../http/route.ts';
import { fieldError } from '../records/fields.ts';

const MAX_FOUND = 30;

/** The interface texts of a language that contain a word, or whose key does. */
export const TEXT_ROUTES: readonly Route[] = [
  {
    method: 'GET',
    path: '/interface-texts/:language',
    act: 'brand-settings.read',
    async run({ params, query }) {
      const language = v.safeParse(v.picklist(LOCALE_CODES), params['language']);
      if (!language.success) throw fieldError('language', 'must be the code of a language');
      const word = String(query['q'] ?? '').toLowerCase();
      const matches = [...(await usualTexts(language.output))].filter(
        ([key, text]) => key.includes(word) || text.toLowerCase().includes(word),
      );
      const data = matches.slice(0, MAX_FOUND).map(([key, text]) => ({ key, text }));
      return { body: { data } satisfies Answer<readonly UsualText[]> };
    },
  },
];
