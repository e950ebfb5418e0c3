import type { Inbound, InboundContext, Person } from '@parley/channels/adapters/adapter';
import { adapterOf } from '@parley/channels/adapters/registry';
import type { MessageContent, Provider } from '@parley/contracts/events';

/** An item of a webhook's payload, described for people. */
export type Line = { file: string; provider: Provider; kind: Inbound['kind'] } & Record<string, unknown>;

/** Placeholder for the parts of the HTTP request that the file does not contain. */
const unnamed = { contentType: '', query: '', headers: {} };

/**
 * Describes the items of one payload. Never throws: for an unreadable file, it returns a line with the reason.
 * @param read returns the payload's bytes, or throws
 */
export function describeWebhook(
  provider: Provider,
  file: string,
  read: () => Buffer,
  receivedAt: string,
): Line[] {
  const found = (): Inbound[] => {
    try {
      return adapterOf(provider).parse({ ...unnamed, body: read() }, receivedAt);
    } catch (error) {
      return [{ kind: 'unsupported', accountId: null, reason: reasonOf(error, file) }];
    }
  };
  return found().map((inbound) => ({ file, provider, ...describe(inbound) }));
}

function reasonOf(error: unknown, file: string): string {
  const code = (error as NodeJS.ErrnoException).code;
  if (code === 'ENOENT') return `There is no file ${file}.`;
  if (code === 'EISDIR') return `${file} is a folder.`;
  if (code === 'EACCES') return `${file} may not be read.`;
  return error instanceof Error ? error.message : String(error);
}

function describe(inbound: Inbound): { kind: Inbound['kind'] } & Record<string, unknown> {
  const { kind } = inbound;
  switch (inbound.kind) {
    case 'message':
    case 'echo': {
      const { externalId, contact, providerTime, content, context } = inbound;
      const whose = kind === 'message' ? { from: nameOf(contact) } : { to: nameOf(contact) };
      const { profile } = contact;
      return {
        kind,
        type: content.type,
        externalId,
        ...whose,
        profile,
        timestamp: providerTime,
        ...said(content),
        ...referred(context),
      };
    }
    case 'introduction':
      return { kind, from: nameOf(inbound.contact), profile: inbound.contact.profile };
    case 'consent':
      return { kind, from: nameOf(inbound.contact), isGiven: inbound.isGiven };
    case 'edit': {
      const { externalId, contact, by, at, content } = inbound;
      return {
        kind,
        type: content.type,
        externalId,
        by,
        from: nameOf(contact),
        timestamp: at,
        ...said(content),
      };
    }
    case 'deletion':
    case 'reaction': {
      const { externalId, contact, by, at } = inbound;
      const emoji = inbound.kind === 'reaction' ? { emoji: inbound.emoji } : {};
      return { kind, externalId, by, from: nameOf(contact), timestamp: at, ...emoji };
    }
    case 'status': {
      const { externalId, status, statusReason, providerCode, detail, at } = inbound;
      return { kind, externalId, status, statusReason, providerCode, detail, timestamp: at };
    }
    case 'receipt': {
      const { externalId, recipient, outcome, reason, providerCode, detail, at } = inbound;
      return { kind, externalId, recipient, outcome, reason, providerCode, detail, timestamp: at };
    }
    case 'watermark': {
      const { contact, status, until } = inbound;
      return { kind, from: nameOf(contact), status, until };
    }
    case 'template':
    case 'account': {
      const { field, event, name } = inbound;
      return { kind, field, event, name };
    }
    case 'ignored':
    case 'unsupported': {
      const { externalId, rawKind, reason } = inbound;
      return { kind, externalId, rawKind, reason };
    }
  }
}

/** @returns the identifier that identifies a person most reliably; undefined if there is none */
function nameOf({ aliases }: Person): string | undefined {
  return aliases[0]?.value;
}

/** @returns the parts of a message's content, under names that support staff know */
function said(content: MessageContent): Record<string, unknown> {
  switch (content.type) {
    case 'text':
      return { text: content.text };
    case 'asset':
      return { text: content.caption, assets: content.assets };
    case 'location': {
      const { latitude, longitude, name, address, url } = content;
      return { location: { latitude, longitude, name, address, url } };
    }
    case 'contacts':
      return { contacts: content.contacts };
    case 'template':
      return { text: content.text };
    case 'email': {
      const { subject, to, cc, text, assets } = content;
      return { subject, to, cc, text, assets };
    }
    case 'unsupported':
      return { rawKind: content.rawKind, reason: content.reason };
  }
}

function referred({ replyTo, forwarded, referral }: InboundContext): Record<string, unknown> {
  return { replyTo, forwarded, referral };
}
