import { useCallback, useEffect, useRef, useState } from 'react';
import type { AnswerCheck, SiteAnswers } from '../../contract/first-screen.ts';
import { saveAnswers } from './setup-api.ts';

const SAVE_DELAY_MS = 300;

export interface Answers {
  readonly values: SiteAnswers;
  /** Result of the last check; undefined before the first. */
  readonly check: AnswerCheck | undefined;
  /** Why the answers could not be saved; '' if they were. */
  readonly error: string;
  /** Changes answers. They are saved and checked after a moment. */
  change(values: SiteAnswers): void;
  /** Saves at once. @returns the problems by field */
  flush(): Promise<AnswerCheck['fields']>;
}

/** The answers in the form, which are saved while the person types. */
export function useAnswers(initial: SiteAnswers): Answers {
  const [values, setValues] = useState(initial);
  const [check, setCheck] = useState<AnswerCheck>();
  const [error, setError] = useState('');
  const latest = useRef(initial);
  const timer = useRef<number>(undefined);
  const save = useCallback(async () => {
    window.clearTimeout(timer.current);
    const sent = latest.current;
    try {
      const result = await saveAnswers(sent);
      setError('');
      if (sent === latest.current) setCheck(result);
      return result.fields;
    } catch (caught) {
      setError(caught instanceof Error ? caught.message : 'The answers could not be saved.');
      throw caught;
    }
  }, []);
  useEffect(() => {
    void save().catch(() => undefined);
    return () => window.clearTimeout(timer.current);
  }, [save]);
  return {
    values,
    check,
    error,
    change(changes) {
      latest.current = { ...latest.current, ...changes };
      setValues(latest.current);
      window.clearTimeout(timer.current);
      timer.current = window.setTimeout(() => void save().catch(() => undefined), SAVE_DELAY_MS);
    },
    flush: save,
  };
}
