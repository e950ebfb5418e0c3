import { foldAccents } from '@parley/contracts/rules/normalized-text';
import { queryOptions } from '@tanstack/react-query';
import type { Language } from '../../lib/i18n';
import { loadPart } from '../../lib/load-part';

/** A page of docs/help. */
export interface HelpPage {
  screen: string;
  title: string;
  /** What stands below the title, in Markdown. */
  text: string;
}

const loads: Record<Language, () => Promise<{ files: Record<string, string> }>> = {
  en: () => loadPart(() => import('./pages/en')),
  es: () => loadPart(() => import('./pages/es')),
  nl: () => loadPart(() => import('./pages/nl')),
};

/** All pages in one language, by their titles: they are loaded when somebody first asks for help. */
export const helpPagesQuery = (language: Language) =>
  queryOptions({
    queryKey: ['help-pages', language],
    queryFn: async (): Promise<HelpPage[]> => {
      const { files } = await loads[language]();
      const pages = Object.entries(files).map(([path, file]) => helpPage(path, file));
      return pages.sort((a, b) => a.title.localeCompare(b.title, language));
    },
    staleTime: Infinity,
  });

/** A file of docs/help: its first line is its title. */
export function helpPage(path: string, file: string): HelpPage {
  const [first = '', ...rest] = file.split('\n');
  const screen = path.slice(path.lastIndexOf('/') + 1, -'.md'.length);
  return { screen, title: first.replace(/^# /, ''), text: rest.join('\n').trim() };
}

/** The pages that have all words, whatever their case and accents; those that have them in the title first. */
export function searchPages(pages: HelpPage[], search: string): HelpPage[] {
  const words = foldAccents(search).split(/\s+/).filter(Boolean);
  const hasAll = (text: string) => words.every((word) => foldAccents(text).includes(word));
  const found = pages.filter(({ title, text }) => hasAll(`${title} ${text}`));
  return [...found.filter(({ title }) => hasAll(title)), ...found.filter(({ title }) => !hasAll(title))];
}
