import { parseUrl } from '@parley/contracts/rules/parse-url';
import { MAX_ADDRESS } from './limits';

/** Characters that change the direction of text, which can make an address look like another. */
export const turning = /[\u202a-\u202e\u2066-\u2069\u200e\u200f\u061c]/g;

export interface Target {
  href: string;
  /** Host of the address after normalisation; null for mail and telephone. */
  host: string | null;
}

/** @returns the target of a link; undefined if a mail may not link there */
export function targetOf(href: string): Target | undefined {
  if (href.length > MAX_ADDRESS) return undefined;
  const address = href.trim();
  if (/^(mailto|tel):[^\s<>"'\\]+$/i.test(address)) return { href: address, host: null };
  if (!/^https?:\/\//i.test(address)) return undefined;
  const url = parseUrl(address);
  if (url?.protocol !== 'http:' && url?.protocol !== 'https:') return undefined;
  // Removes credentials, which may look like a host.
  url.username = '';
  url.password = '';
  return { href: url.href, host: url.hostname };
}

/** Whether the text of a link names a host other than that of its target, or disguises the host. */
export function isMisleading(label: string, host: string): boolean {
  const words = label.slice(0, MAX_ADDRESS);
  if (host.split('.').some((label) => label.startsWith('xn--'))) return true;
  if (label.search(turning) >= 0) return true;
  const named =
    /^\s*(?:https?:\/\/)?([^\s/@:?#]+@)?((?:[\p{L}\p{N}-]+\.)+[\p{L}]{2,24})(?=[\s/:?#]|$)/iu.exec(words);
  if (!named?.[2] || named[1]) return false;
  const shown = named[2].toLowerCase();
  return shown !== host && !host.endsWith(`.${shown}`) && !shown.endsWith(`.${host}`);
}

/**
 * Removes `data-host` from the links of sanitised HTML, and adds the target's host after each link whose text is
 * misleading. Takes one pass.
 */
export function markLinks(html: string): string {
  let marked = '';
  let read = 0;
  let open = null as { start: number; link: Link } | null;
  for (const found of html.matchAll(/<a ([^<>]*)>|<\/a>/g)) {
    const [tag, attributes] = found;
    const end = found.index + tag.length;
    if (attributes !== undefined) {
      const link = open ? null : linkOf(attributes);
      if (!link) continue;
      marked += `${html.slice(read, found.index)}<a ${link.attributes}>`;
      open = { start: end, link };
      read = end;
    } else if (open) {
      const { start, link } = open;
      const words = html
        .slice(start, found.index)
        .replace(/<[^<>]*>/g, '')
        .replace(/&amp;/g, '&');
      marked += html.slice(read, end);
      if (isMisleading(words, link.host)) marked += `<span class="elsewhere"> → ${link.host}</span>`;
      open = null;
      read = end;
    }
  }
  return marked + html.slice(read);
}

interface Link {
  host: string;
  /** Attributes without `data-host`. */
  attributes: string;
}

function linkOf(attributes: string): Link | null {
  const name = ' data-host="';
  const start = attributes.indexOf(name);
  const end = attributes.indexOf('"', start + name.length);
  if (start < 0 || end < 0) return null;
  return {
    host: attributes.slice(start + name.length, end),
    attributes: attributes.slice(0, start) + attributes.slice(end + 1),
  };
}
