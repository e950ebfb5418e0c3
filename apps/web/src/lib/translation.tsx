import { createContext, useContext, useEffect, useState, type ReactNode } from 'react';
import i18next, { type TFunction } from 'i18next';
import type { Language } from './i18n';

interface Translation {
  t: TFunction;
  language: Language;
}

const Spoken = createContext<Translation | null>(null);

/**
 * Renders its children again when the user switches the language. There is one subscription for the whole page,
 * because each row of a list translates several texts: react-i18next's own hook copies its state each time, which
 * took a tenth of the time to render a thread.
 */
export function TranslationProvider({ children }: { children: ReactNode }) {
  const [spoken, setSpoken] = useState(translation);
  useEffect(() => {
    const change = () => setSpoken(translation());
    i18next.on('languageChanged', change);
    return () => i18next.off('languageChanged', change);
  }, []);
  return <Spoken value={spoken}>{children}</Spoken>;
}

export function useTranslation(): Translation {
  const spoken = useContext(Spoken);
  if (!spoken) throw new Error('Only inside a TranslationProvider.');
  return spoken;
}

function translation(): Translation {
  const language = i18next.language as Language;
  return { t: i18next.getFixedT(language), language };
}
