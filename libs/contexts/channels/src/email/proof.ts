/** More results than this nobody reads. */
const LONGEST = 20_000;

/**
 * Of whom the receiving server could not prove that a mail is: the domain of its sender, by the results of SPF, DKIM and
 * DMARC that the server wrote down (RFC 8601). Undefined: it is proved, or nobody whom the channel trusts says anything.
 * @param results values of the header Authentication-Results, the newest first
 * @param trusted the authserv-id of the channel's own server: whoever writes a mail may add results of their own
 * @param from the sender's address, in lower case
 */
export function unprovedDomain(
  results: readonly string[],
  trusted: string | null | undefined,
  from: string,
): string | undefined {
  if (!trusted) return undefined;
  const told = results.find((value) => serverOf(value) === trusted.toLowerCase());
  if (told === undefined) return undefined;
  const domain = from.slice(from.lastIndexOf('@') + 1);
  const outcomes = outcomesIn(told);
  const dmarc = outcomes.find(({ method }) => method === 'dmarc');
  if (dmarc && dmarc.result !== 'none') return dmarc.result === 'pass' ? undefined : domain;
  const isProved = outcomes.some(({ method, result, domains }) => {
    const proves = (method === 'spf' || method === 'dkim') && result === 'pass';
    return proves && domains.some((each) => isAligned(each, domain));
  });
  return isProved || outcomes.length === 0 ? undefined : domain;
}

interface Outcome {
  method: string;
  result: string;
  /** Whose it is, as the method says. */
  domains: string[];
}

function serverOf(value: string): string {
  return /^\s*([^\s;]{1,255})/.exec(withoutComments(value))?.[1]?.toLowerCase().replace(/^"|"$/g, '') ?? '';
}

function outcomesIn(value: string): Outcome[] {
  const [, ...parts] = withoutComments(value).split(';');
  return parts.slice(0, 50).flatMap((part) => {
    const found = /^\s*([a-z0-9-]{1,40})(?:\/\d+)?\s*=\s*([a-z]{1,20})/i.exec(part);
    if (!found) return [];
    const properties = part.matchAll(
      /\b(?:smtp\.mailfrom|smtp\.helo|header\.d|header\.i)\s*=\s*"?([^\s;"]{1,320})/gi,
    );
    const domains = [...properties].map(([, named]) =>
      named!.slice(named!.lastIndexOf('@') + 1).toLowerCase(),
    );
    return [{ method: found[1]!.toLowerCase(), result: found[2]!.toLowerCase(), domains }];
  });
}

function withoutComments(value: string): string {
  return value.slice(0, LONGEST).replace(/\([^()]{0,2000}\)/g, ' ');
}

/** One is below the other, as DMARC has it where it is not strict. */
function isAligned(proved: string, domain: string): boolean {
  return proved === domain || domain.endsWith(`.${proved}`) || proved.endsWith(`.${domain}`);
}
