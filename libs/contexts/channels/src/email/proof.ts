/** Maximum length of a header value that is read, in characters. */
const LONGEST = 20_000;

/**
 * Returns the sender's domain if the receiving server could not prove it by SPF, DKIM or DMARC, according to the
 * results that the server recorded (RFC 8601). Undefined if it is proved, or if the channel's own server recorded no
 * result.
 * @param results values of the header Authentication-Results, the newest first
 * @param trusted the authserv-id of the channel's own server, since the author of a mail may add forged results
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
  /** The domains that the method checked. */
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

/** Whether the domains are equal or either is a subdomain of the other: DMARC's relaxed alignment. */
function isAligned(proved: string, domain: string): boolean {
  return proved === domain || domain.endsWith(`.${proved}`) || proved.endsWith(`.${domain}`);
}
