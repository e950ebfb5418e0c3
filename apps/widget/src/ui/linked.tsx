import type { ComponentChild } from 'preact';

const ADDRESS = /https?:\/\/[^\s<>"]+/g;
/** Punctuation at the end belongs to the sentence, not to the URL. */
const TRAILING = /(?<![.,;:!?)\]}'’])[.,;:!?)\]}'’]+$/;

/** Splits a text into plain parts and links for its web addresses. */
export function linked(text: string): ComponentChild[] {
  const parts: ComponentChild[] = [];
  let from = 0;
  for (const { 0: found, index } of text.matchAll(ADDRESS)) {
    const address = found.replace(TRAILING, '');
    parts.push(
      text.slice(from, index),
      <a href={address} target="_blank" rel="noopener noreferrer nofollow">
        {address}
      </a>,
    );
    from = index + address.length;
  }
  return [...parts, text.slice(from)];
}
