import type { ComponentChild } from 'preact';

const ADDRESS = /https?:\/\/[^\s<>"]+/g;
/** Punctuation that ends a sentence rather than an address. */
const TRAILING = /(?<![.,;:!?)\]}'’])[.,;:!?)\]}'’]+$/;

/** A text whose web addresses are links. */
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
