import { foldAccents } from '@parley/contracts/rules/normalized-text';
import { queryOptions } from '@tanstack/react-query';
import type { Language } from '../../lib/i18n';
import { loadPart } from '../../lib/load-part';

/** A help page, from a file of docs/help. */
export interface HelpPage {
  screen: string;
  title: string;
  /** Markdown below the title. */
  text: string;
}

const loads: Record<Language, () => Promise<{ files: Record<string, string> }>> = {
  en: () => loadPart(() => import('./pages/en')),
  es: () => loadPart(() => import('./pages/es')),
  nl: () => loadPart(() => import('./pages/nl')),
};

/** Query for all help pages in one language, sorted by title; requested when the user first opens help. */
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

/** Parses a file of docs/help: the first line is the title. */
export function helpPage(path: string, file: string): HelpPage {
  const [first = '', ...rest] = file.split('\n');
  const screen = path.slice(path.lastIndexOf('/') + 1, -'.md'.length);
  return { screen, title: first.replace(/^# /, ''), text: rest.join('\n').trim() };
}

/** Finds pages that contain all words, ignoring case and accents; those with all words in the title come first. */
export function searchPages(pages: HelpPage[], search: string): HelpPage[] {
  const words = foldAccents(search).split(/\s+/).filter(Boolean);
  const hasAll = (text: string) => words.every((word) => foldAccents(text).includes(word));
  const found = pages.filter(({ title, text }) => hasAll(`${title} ${text}`));
  return [...found.filter(({ title }) => hasAll(title)), ...found.filter(({ title }) => !hasAll(title))];
}
