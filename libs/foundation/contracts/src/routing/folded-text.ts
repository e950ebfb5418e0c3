import { normalizeText } from '../rules/normalized-text';

/** A text in the form in which keywords are searched for, with the offsets of its characters in the original. */
export interface FoldedText {
  text: string;
  /** For each UTF-16 unit of `text`, the start and the end of its source in the original. */
  starts: number[];
  ends: number[];
}

/** A character with the marks and invisible characters that follow it; conjoining jamo stay together. */
const clusters = /[^][\p{M}\p{DI}\u1160-\u11ff]*/gsu;
const ignorable = /\p{DI}/gu;
/**
 * Marks after letters of these scripts are accents: "e" matches "é". In other scripts they make a different letter:
 * "и" and "й".
 */
const accents = /([\p{Script=Latin}\p{Script=Greek}])\p{M}+/gu;
/** Vowel signs, kashida and superscript alef. */
const arabicSigns = /[\u064b-\u065f\u0670\u0640]/g;
const plain = /^[\x20-\x7e]*$/;

/**
 * Removes the differences between spellings of the same text: width and other compatibility forms, invisible
 * characters, case, accents of
 * Latin and Greek, Arabic signs, "ß" and final sigma, and the length of white space.
 */
export function foldedText(original: string): FoldedText {
  const text: string[] = [];
  const starts: number[] = [];
  const ends: number[] = [];
  let length = 0;
  const add = (folded: string, start: number, end: number) => {
    for (let index = 0; index < folded.length; index++) {
      const unit = folded[index]!;
      const isBlank = unit === ' ' || /\s/.test(unit);
      if (isBlank && (length === 0 || text[length - 1] === ' ')) continue;
      text.push(isBlank ? ' ' : unit);
      starts.push(start);
      ends.push(end);
      length++;
    }
  };
  if (plain.test(original)) {
    const lower = original.toLowerCase();
    for (let index = 0; index < lower.length; index++) add(lower[index]!, index, index + 1);
  } else {
    for (const { 0: cluster, index } of original.matchAll(clusters))
      add(knownCluster(cluster), index, index + cluster.length);
  }
  if (text.at(-1) === ' ') {
    for (const list of [text, starts, ends]) list.pop();
  }
  return { text: text.join(''), starts, ends };
}

/** Maximum number of cached clusters; a language uses only a few. */
const MAX_KNOWN = 5_000;
const known = new Map<string, string>();

function knownCluster(cluster: string): string {
  const kept = known.get(cluster);
  if (kept !== undefined) return kept;
  const folded = foldedCluster(cluster);
  if (known.size < MAX_KNOWN && cluster.length <= 8) known.set(cluster, folded);
  return folded;
}

function foldedCluster(cluster: string): string {
  const folded = normalizeText(cluster, 'NFKD')
    .replace(ignorable, '')
    .replace(accents, '$1')
    .replace(arabicSigns, '')
    .toLowerCase()
    .replace(accents, '$1')
    .replaceAll('ß', 'ss')
    .replaceAll('ς', 'σ');
  return normalizeText(folded, 'NFC');
}
