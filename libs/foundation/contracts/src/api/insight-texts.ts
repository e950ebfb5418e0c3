import type { Words } from '../channels/manifest';
import en from './insight-texts/en.json';
import es from './insight-texts/es.json';
import nl from './insight-texts/nl.json';

/** The texts of metrics by path, and of graphs by id. */
type InsightTexts = typeof en;

/** One text in every language. */
export function inWords(select: (texts: InsightTexts) => string): Words {
  const texts: Record<keyof Words, InsightTexts> = { en, es, nl };
  return { en: select(texts.en), es: select(texts.es), nl: select(texts.nl) };
}
