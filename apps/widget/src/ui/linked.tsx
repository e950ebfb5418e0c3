import type { ComponentChild } from 'preact';

const ADDRESS = /https?:\/\/[^\s<>"]+[^\s<>".,;:!?)\]}'’]/g;

/** A text whose web addresses are links. */
export function linked(text: string): ComponentChild[] {
  const parts: ComponentChild[] = [];
  let from = 0;
  for (const { 0: address, index } of text.matchAll(ADDRESS)) {
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
