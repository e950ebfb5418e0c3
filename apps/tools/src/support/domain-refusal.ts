import type { Rejected } from '@parley/event-sourcing/decider/decider';

/** @returns the reason why a domain was refused, as a sentence for the operator */
export function sentenceOf({ code, message }: Rejected, domain: string): string {
  const sentences: Record<string, string> = {
    domain_invalid: `"${domain}" is no domain: write a host name such as chat.example.org, without "www" and without a port.`,
    domain_taken: `The domain ${domain} is another organisation's.`,
    domain_last: `${domain} is the only domain: add another one first.`,
  };
  return sentences[code] ?? message;
}
