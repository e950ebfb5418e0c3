const A_MARK = /\[(?:MARK|LINK|EMAIL|IBAN|CARD|PHONE)_\d{1,4}\]/g;

/** Patterns of text that is replaced by marks, in the order in which they are applied. */
const kinds: { name: string; pattern: RegExp; holds?: (found: string) => boolean; isPersonal: boolean }[] = [
  // Text that looks like a mark is replaced too, so that it is restored as the user wrote it.
  { name: 'MARK', pattern: A_MARK, isPersonal: false },
  // Replaced, since a model may rewrite a URL and so break it.
  { name: 'LINK', pattern: /\bhttps?:\/\/[^\s<>"'`[\]]{1,2000}[^\s<>"'`[\].,;:!?)]/gi, isPersonal: false },
  {
    name: 'EMAIL',
    pattern: /[\p{L}\p{N}._%+'-]{1,64}@(?:[\p{L}\p{N}-]{1,63}\.){1,8}\p{L}{2,24}/gu,
    isPersonal: true,
  },
  { name: 'IBAN', pattern: /\b[A-Z]{2}\d{2}(?: ?[A-Z0-9]{4}){2,7}(?: ?[A-Z0-9]{1,4})?\b/g, isPersonal: true },
  { name: 'CARD', pattern: /(?<!\d)\d(?:[ -]?\d){12,18}(?!\d)/g, holds: isCard, isPersonal: true },
  {
    name: 'PHONE',
    pattern: /(?<![\p{L}\p{N}])(?:\+|00)?\(?\d(?:[ ()./-]{0,2}\d){6,14}(?![\p{L}\p{N}])/gu,
    holds: isPhone,
    isPersonal: true,
  },
];
/** Length of the longest mark, `[EMAIL_9999]`. */
const MAX_MARK_LENGTH = 12;
const BEGUN_MARK = /\[[A-Z]{0,5}(?:_\d{0,4})?$/;

/**
 * Replaces addresses and numbers in texts by marks before they go to the provider. A value has the same mark in all
 * texts of a request. Links are replaced too, so that they are restored exactly.
 */
export class HiddenData {
  private readonly marks = new Map<string, string>();
  private readonly values = new Map<string, string>();
  private personal = 0;

  /** @param hidesPersonal whether personal addresses and numbers are replaced; links always are */
  constructor(private readonly hidesPersonal: boolean) {}

  /** Number of distinct personal addresses and numbers that were replaced. */
  get count(): number {
    return this.personal;
  }

  hide(text: string): string {
    // Each pattern runs on the remaining original parts only, so that it matches no mark.
    let parts: (string | { mark: string })[] = [text];
    for (const { name, pattern, holds = () => true, isPersonal } of kinds) {
      if (isPersonal && !this.hidesPersonal) continue;
      parts = parts.flatMap((part) => {
        if (typeof part !== 'string') return part;
        const cut: (string | { mark: string })[] = [];
        let from = 0;
        for (const { 0: found, index } of part.matchAll(pattern)) {
          if (!holds(found)) continue;
          cut.push(part.slice(from, index), { mark: this.markOf(name, found, isPersonal) });
          from = index + found.length;
        }
        cut.push(part.slice(from));
        return cut;
      });
    }
    return parts.map((part) => (typeof part === 'string' ? part : part.mark)).join('');
  }

  /** Replaces marks by their values; an unknown mark stays as it is. */
  show(text: string): string {
    return text.replace(A_MARK, (mark) => this.values.get(mark) ?? mark);
  }

  /** The hidden links that an answer lacks. */
  linksMissingIn(answer: string): string[] {
    const links = [...this.values].filter(([mark]) => mark.startsWith('[LINK_')).map(([, link]) => link);
    return links.filter((link) => !answer.includes(link));
  }

  private markOf(name: string, value: string, isPersonal: boolean): string {
    const known = this.marks.get(value);
    if (known !== undefined) return known;
    const mark = `[${name}_${this.marks.size + 1}]`;
    this.marks.set(value, mark);
    this.values.set(mark, value);
    if (isPersonal) this.personal++;
    return mark;
  }
}

/** Restores the values in a text that arrives in pieces, which may end within a mark. */
export class ShownStream {
  private held = '';

  constructor(private readonly hidden: HiddenData) {}

  /** @returns the text so far, except for an unfinished mark at its end, which waits for the next piece */
  push(piece: string): string {
    const text = this.held + piece;
    const begun = BEGUN_MARK.exec(text.slice(-MAX_MARK_LENGTH));
    const end = begun ? text.length - begun[0].length : text.length;
    this.held = text.slice(end);
    return this.hidden.show(text.slice(0, end));
  }

  /** @returns the rest of the text */
  end(): string {
    const rest = this.hidden.show(this.held);
    this.held = '';
    return rest;
  }
}

function digitsOf(text: string): string {
  return text.replace(/\D/g, '');
}

/** Whether the digits of a text pass the Luhn check of card numbers. */
function isCard(text: string): boolean {
  const digits = digitsOf(text);
  if (digits.length < 13 || digits.length > 19) return false;
  const sum = [...digits].reverse().reduce((total, digit, index) => {
    const value = Number(digit) * (index % 2 === 1 ? 2 : 1);
    return total + (value > 9 ? value - 9 : value);
  }, 0);
  return sum % 10 === 0;
}

/** Whether a text may be a phone number, and no date or amount of money. */
function isPhone(text: string): boolean {
  const digits = digitsOf(text).length;
  if (digits < 7 || digits > 15) return false;
  if (/^\d{4}[-./]\d{1,2}[-./]\d{1,2}$|^\d{1,2}[-./]\d{1,2}[-./]\d{4}$/.test(text.trim())) return false;
  return !/^\d{1,3}(?:\.\d{3})+$/.test(text.trim());
}
