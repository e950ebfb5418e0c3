import { createPublicKey } from 'node:crypto';
import { Resolver } from 'node:dns/promises';
import { Injectable } from '@nestjs/common';
import type { MailDomainLine, MailDomainResponse } from '@parley/contracts/api/email';
import type { Connection } from '../adapters/adapter';
import { dkimOf, DkimKeyRefused, domainOf } from '../adapters/email/dkim';

const MAX_PARENTS = 4;

/**
 * Looks up the DNS records of a mailbox's domain that authorise its senders: SPF, DKIM and DMARC (RFC 7208, 6376,
 * 7489).
 */
@Injectable()
export class MailDomain {
  /** Replaced in tests. Rejects with `ENOTFOUND` or `ENODATA` if there is no record. */
  lookUp = (name: string): Promise<string[][]> => new Resolver({ timeout: 3_000, tries: 2 }).resolveTxt(name);

  async look(connection: Connection): Promise<MailDomainResponse> {
    const domain = domainOf(connection.providerAccountId);
    const lines = [
      this.spf(domain, connection),
      this.dkim(domain, connection),
      this.dmarc(domain, connection),
    ];
    return { domain, lines: await Promise.all(lines) };
  }

  private async spf(domain: string, { secrets }: Connection): Promise<MailDomainLine> {
    const host = (secrets['smtp-server'] ?? '').replace(/:\d+$/, '');
    const record = `v=spf1 mx ${host ? `a:${host} ` : ''}~all`;
    const line = { what: 'spf' as const, name: domain };
    const found = await this.records(domain, /^v=spf1(\s|$)/i);
    if (!found) return { ...line, state: 'unknown', found: null, record: null };
    const [first, ...more] = found;
    if (!first) return { ...line, state: 'missing', found: null, record };
    // If a domain has two such records, receivers ignore both.
    if (more.length > 0) return { ...line, state: 'several', found: found.join('\n'), record: null };
    const isOpen = /(^|\s)\+?all(\s|$)/i.test(first);
    return { ...line, state: isOpen ? 'open' : 'ok', found: first, record: null };
  }

  private async dkim(domain: string, connection: Connection): Promise<MailDomainLine> {
    const key = keyOf(connection);
    const line = { what: 'dkim' as const, found: null, record: null };
    if (!key) return { ...line, name: `*._domainkey.${domain}`, state: 'elsewhere' };
    const name = `${key.keySelector}._domainkey.${domain}`;
    const publicKey = createPublicKey(key.privateKey);
    const [kind, bytes] =
      publicKey.asymmetricKeyType === 'ed25519'
        ? // The first twelve bytes name the algorithm; the key follows.
          ['ed25519', publicKey.export({ type: 'spki', format: 'der' }).subarray(12).toString('base64')]
        : ['rsa', publicKey.export({ type: 'spki', format: 'der' }).toString('base64')];
    const record = `v=DKIM1; k=${kind}; p=${bytes}`;
    const found = await this.records(name, /(^|;)\s*p=/i);
    if (!found) return { ...line, name, state: 'unknown' };
    const [first] = found;
    if (!first) return { ...line, name, state: 'missing', record };
    const named = /(?:^|;)\s*p=([^;]*)/i.exec(first)?.[1]?.replace(/\s/g, '');
    return named === bytes
      ? { ...line, name, state: 'ok', found: first }
      : { ...line, name, state: 'other', found: first, record };
  }

  private async dmarc(domain: string, { providerAccountId }: Connection): Promise<MailDomainLine> {
    const what = 'dmarc' as const;
    // Without a record of its own, a domain inherits that of its parent.
    for (const [place, asked] of withParents(domain).entries()) {
      const name = `_dmarc.${asked}`;
      const found = await this.records(name, /^v=DMARC1(\s|;|$)/i);
      if (!found) return { what, name, state: 'unknown', found: null, record: null };
      const [first] = found;
      if (!first) continue;
      const policy = (place > 0 && policyIn(first, 'sp')) || policyIn(first, 'p');
      return { what, name, state: policy === 'none' ? 'lax' : 'ok', found: first, record: null };
    }
    const record = `v=DMARC1; p=none; rua=mailto:${providerAccountId}`;
    return { what, name: `_dmarc.${domain}`, state: 'missing', found: null, record };
  }

  /** Null if DNS did not answer. */
  private async records(name: string, form: RegExp): Promise<string[] | null> {
    try {
      const records = (await this.lookUp(name)).map((parts) => parts.join(''));
      return records
        .filter((record) => form.test(record))
        .slice(0, 5)
        .map((record) => record.slice(0, 1000));
    } catch (error) {
      const { code = '' } = error as { code?: string };
      return code === 'ENOTFOUND' || code === 'ENODATA' ? [] : null;
    }
  }
}

/** A domain and its parents, the last with two labels; above the maximum, the nearest parents are omitted. */
function withParents(domain: string): string[] {
  const names = domain.split('.');
  const parents = names.slice(1).map((_, above) => names.slice(above + 1));
  return [
    domain,
    ...parents
      .filter(({ length }) => length >= 2)
      .slice(-MAX_PARENTS)
      .map((parent) => parent.join('.')),
  ];
}

function policyIn(record: string, tag: 'p' | 'sp'): string | undefined {
  return new RegExp(`(?:^|;)\\s*${tag}\\s*=\\s*([a-z]+)`, 'i').exec(record)?.[1]?.toLowerCase();
}

function keyOf(connection: Connection) {
  try {
    return dkimOf(connection);
  } catch (error) {
    if (error instanceof DkimKeyRefused) return undefined;
    throw error;
  }
}
