const A_MARK = /\[(?:MARK|LINK|EMAIL|IBAN|CARD|PHONE)_\d{1,4}\]/g;

/** What is replaced by marks, in the order in which it is looked for. */
const kinds: { name: string; pattern: RegExp; holds?: (found: string) => boolean; isPersonal: boolean }[] = [
  // What looks like a mark already comes back as it was written.
  { name: 'MARK', pattern: A_MARK, isPersonal: false },
  // A model that rewrites an address breaks it.
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
/** The longest mark: `[EMAIL_9999]`. */
const LONGEST_MARK = 12;
const BEGUN_MARK = /\[[A-Z]{0,5}(?:_\d{0,4})?$/;

/**
 * Addresses and numbers that texts hold, and the marks that stand for them in what is sent. The same value has the same
 * mark in all texts of a request. Links are marked too, so that they come back to the letter.
 */
export class HiddenData {
  private readonly marks = new Map<string, string>();
  private readonly values = new Map<string, string>();
  private personal = 0;

  /** @param hidesPersonal whether addresses and numbers of people are replaced; links are in any case */
  constructor(private readonly hidesPersonal: boolean) {}

  /** How many addresses and numbers of people were replaced. */
  get count(): number {
    return this.personal;
  }

  hide(text: string): string {
    // Found in the original one after the other, so that no mark is taken for something else.
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

  /** What a text says with the values in place of their marks. A mark that stands for nothing stays. */
  show(text: string): string {
    return text.replace(A_MARK, (mark) => this.values.get(mark) ?? mark);
  }

  /** Links that were hidden and that an answer does not have. */
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

/** Puts the values back while a text arrives in pieces that may end within a mark. */
export class ShownStream {
  private held = '';

  constructor(private readonly hidden: HiddenData) {}

  /** @returns what can be shown by now */
  push(piece: string): string {
    const text = this.held + piece;
    const begun = BEGUN_MARK.exec(text.slice(-LONGEST_MARK));
    const end = begun ? text.length - begun[0].length : text.length;
    this.held = text.slice(end);
    return this.hidden.show(text.slice(0, end));
  }

  /** @returns what was held back */
  end(): string {
    const rest = this.hidden.show(this.held);
    this.held = '';
    return rest;
  }
}

function digitsOf(text: string): string {
  return text.replace(/\D/g, '');
}

/** By the check digit of Luhn. */
function isCard(text: string): boolean {
  const digits = digitsOf(text);
  if (digits.length < 13 || digits.length > 19) return false;
  const sum = [...digits].reverse().reduce((total, digit, index) => {
    const value = Number(digit) * (index % 2 === 1 ? 2 : 1);
    return total + (value > 9 ? value - 9 : value);
  }, 0);
  return sum % 10 === 0;
}

/** A date or a sum of money is no number of a phone. */
function isPhone(text: string): boolean {
  const digits = digitsOf(text).length;
  if (digits < 7 || digits > 15) return false;
  if (/^\d{4}[-./]\d{1,2}[-./]\d{1,2}$|^\d{1,2}[-./]\d{1,2}[-./]\d{4}$/.test(text.trim())) return false;
  return !/^\d{1,3}(?:\.\d{3})+$/.test(text.trim());
}
