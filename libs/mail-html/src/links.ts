import { MOST_ADDRESS } from './limits';

/** Marks that turn the order in which letters are read: an address looks like another one with them. */
export const turning = /[\u202a-\u202e\u2066-\u2069\u200e\u200f\u061c]/g;

export interface Target {
  href: string;
  /** The host, as programs read it; null for mail and telephone. */
  host: string | null;
}

/** Where a link leads to; undefined where it leads nowhere that one may go from a mail. */
export function targetOf(href: string): Target | undefined {
  if (href.length > MOST_ADDRESS) return undefined;
  const address = href.trim();
  if (/^(mailto|tel):[^\s<>"'\\]+$/i.test(address)) return { href: address, host: null };
  if (!/^https?:\/\//i.test(address)) return undefined;
  try {
    const url = new URL(address);
    if (url.protocol !== 'http:' && url.protocol !== 'https:') return undefined;
    // What looks like a host before the @ is none.
    url.username = '';
    url.password = '';
    return { href: url.href, host: url.hostname };
  } catch {
    return undefined;
  }
}

/** Whether a link's words name another host than the one to which it leads, or hide which. */
export function isMisleading(label: string, host: string): boolean {
  const words = label.slice(0, MOST_ADDRESS);
  if (host.split('.').some((label) => label.startsWith('xn--'))) return true;
  if (label.search(turning) >= 0) return true;
  const named =
    /^\s*(?:https?:\/\/)?([^\s/@:?#]+@)?((?:[\p{L}\p{N}-]+\.)+[\p{L}]{2,24})(?=[\s/:?#]|$)/iu.exec(words);
  if (!named?.[2] || named[1]) return false;
  const shown = named[2].toLowerCase();
  return shown !== host && !host.endsWith(`.${shown}`) && !shown.endsWith(`.${host}`);
}

/** Says after each link that misleads where it goes. @param html as it was sanitised, with `data-host` */
export function markLinks(html: string): string {
  return html.replace(
    /<a ([^<>]*?) data-host="([^"<>]*)"([^<>]*)>([\s\S]*?)<\/a>/g,
    (_, before: string, host: string, after: string, words: string) => {
      const said = words.replace(/<[^<>]*>/g, '').replace(/&amp;/g, '&');
      const link = `<a ${before}${after}>${words}</a>`;
      return isMisleading(said, host) ? `${link}<span class="elsewhere"> → ${host}</span>` : link;
    },
  );
}
