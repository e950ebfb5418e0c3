import type { EmailAddress, EmailContent, EmailEvent, MessageAsset } from '@parley/contracts/events';
import { statusReasons } from '@parley/contracts/events';
import { emailParts, recipientOutcomes } from '@parley/contracts/events/message-content';
import {
  EMAIL_ADDRESS,
  MAX_EMAIL_TEXT_LENGTH,
  MAX_SUBJECT_LENGTH,
} from '@parley/contracts/rules/email-rules';
import type { Inbound, Person } from '../adapter';
import { categoryOf } from '../asset-category';
import {
  identifier,
  isRecord,
  known,
  list,
  number,
  oneLine,
  parseJson,
  record,
  text,
  type Json,
} from '../json';
import { messageIdIn } from './received-mail';

const MAX_PEOPLE = 200;
const MAX_REFERENCES = 50;
const MAX_FILES = 200;

export function parseReceivedMail(body: Buffer, receivedAt: string): Inbound[] {
  const mail = read(body);
  const accountId = addressOf(mail?.address);
  const externalId = identifier(mail?.externalId);
  if (!mail || !accountId || !externalId) return [unreadable('It names no mailbox and no message.')];
  const time = Date.parse(text(mail.time, 64) ?? '');
  const providerTime = Number.isNaN(time) ? receivedAt : new Date(time).toISOString();
  const written = { accountId, externalId, providerTime };
  if (mail.kind === 'own' && messageIdIn(externalId)) {
    return [{ kind: 'ignored', accountId, externalId, rawKind: 'own', reason: 'We sent it.' }];
  }
  switch (mail.kind) {
    case 'mail':
    case 'own': {
      const content = contentOf(record(mail.content));
      const who = mail.kind === 'own' ? content.to[0] : content.from;
      const contact = personOf(who);
      if (!contact) return [unreadable('It names nobody who wrote it.', 'mail')];
      const { inReplyTo, references, recipients } = record(mail.thread);
      const thread = {
        inReplyTo: idsIn(inReplyTo),
        references: idsIn(references),
        recipients: list(recipients)
          .slice(0, MAX_PEOPLE)
          .flatMap((each) => addressOf(each) ?? []),
      };
      const told = { ...written, contact, content, context: {}, thread };
      if (mail.kind === 'own') return [{ kind: 'echo', ...told }];
      return [{ kind: 'message', ...told, isAutomatic: mail.isAutomatic === true }];
    }
    case 'reports': {
      const reports = list(mail.reports).slice(0, MAX_PEOPLE);
      const found = reports.flatMap((report) => reportOf(record(report), { accountId, at: providerTime }));
      return found.length > 0 ? found : [unreadable('It reports nothing.', 'reports')];
    }
    case 'refused': {
      const contact = personOf({ address: addressOf(mail.from) ?? '' });
      const reason = oneLine(mail.reason, 300) ?? 'unreadable';
      if (!contact) return [{ kind: 'unsupported', accountId, externalId, rawKind: 'mail', reason }];
      const content: EmailContent = {
        type: 'email',
        subject: oneLine(mail.subject, MAX_SUBJECT_LENGTH) ?? '',
        from: { address: contact.aliases[0]!.value },
        to: [],
        cc: [],
        bcc: [],
        text: '',
        refused: reason,
        assets: filesIn(mail.assets),
      };
      return [{ kind: 'message', ...written, contact, content, context: {}, isAutomatic: true }];
    }
    default:
      return [unreadable('It is no mail.', text(mail.kind, 64))];
  }
}

/** The oldest mail that a mail refers to: all mails of a thread are handled in order. */
export function threadIn(body: Buffer): string | undefined {
  const mail = read(body);
  const { inReplyTo, references } = record(mail?.thread);
  return idsIn(references)[0] ?? idsIn(inReplyTo)[0] ?? identifier(mail?.externalId);
}

function contentOf(content: Json): EmailContent {
  return known<EmailContent>({
    type: 'email',
    subject: oneLine(content.subject, MAX_SUBJECT_LENGTH) ?? '',
    from: peopleIn([content.from])[0] ?? null,
    to: peopleIn(content.to),
    cc: peopleIn(content.cc),
    bcc: peopleIn(content.bcc),
    replyTo: replyToIn(content.replyTo),
    text: text(content.text, MAX_EMAIL_TEXT_LENGTH) ?? '',
    isCut: content.isCut === true || undefined,
    isSimplified: content.isSimplified === true || undefined,
    references: idsIn(content.references),
    event: eventOf(record(content.event)),
    unproved: oneLine(content.unproved, 255),
    dated: timeIn(content.dated),
    assets: filesIn(content.assets),
  });
}

function timeIn(value: unknown): string | undefined {
  const time = Date.parse(text(value, 64) ?? '');
  return Number.isNaN(time) ? undefined : new Date(time).toISOString();
}

function replyToIn(value: unknown): EmailAddress[] | undefined {
  const people = peopleIn(value);
  return people.length > 0 ? people : undefined;
}

function eventOf(event: Json): EmailEvent | undefined {
  const [title, start] = [oneLine(event.title, 500), oneLine(event.start, 64)];
  if (!title || !start) return undefined;
  return known({
    method: oneLine(event.method, 32) ?? 'PUBLISH',
    title,
    start,
    end: oneLine(event.end, 64),
    timeZone: oneLine(event.timeZone, 64),
    place: oneLine(event.place, 500),
    organiser: oneLine(event.organiser, 254),
  });
}

function filesIn(value: unknown): MessageAsset[] {
  return list(value)
    .slice(0, MAX_FILES)
    .flatMap((each) => fileOf(record(each)) ?? []);
}

function fileOf(file: Json): MessageAsset | undefined {
  const [assetId, path] = [identifier(file.assetId), identifier(file.path)];
  const contentType = oneLine(file.contentType, 200);
  if (!assetId || !path || !contentType) return undefined;
  const part = emailParts.find((each) => each === file.part);
  return known<MessageAsset>({
    ...{ assetId, path, contentType, part },
    category: part === 'html' || part === 'raw' ? 'document' : categoryOf(contentType),
    fileName: oneLine(file.fileName),
    size: number(file.size),
    sha256: oneLine(file.sha256),
    contentId: oneLine(file.contentId, 500),
  });
}

function reportOf(
  { externalId: id, outcome: told, recipient, reason: why, code, detail }: Json,
  { accountId, at }: { accountId: string; at: string },
): Inbound[] {
  const externalId = identifier(id);
  if (!externalId) return [];
  const outcome = recipientOutcomes.find((each) => each === told) ?? 'failed';
  const reason = statusReasons.find((each) => each === why) ?? 'delivery_failure';
  return [
    known({
      ...({ kind: 'receipt', accountId, externalId, at, outcome } as const),
      reason: outcome === 'failed' ? reason : 'waiting',
      recipient: addressOf(recipient) ?? null,
      providerCode: oneLine(code, 32),
      detail: oneLine(detail, 500),
      opaque: messageIdIn(externalId),
    }),
  ];
}

function personOf(who: EmailAddress | null | undefined): Person | null {
  const value = addressOf(who?.address);
  if (!value) return null;
  const profile = known({ email: value, name: who?.name });
  return { aliases: [{ kind: 'email', value }], profile };
}

function peopleIn(value: unknown): EmailAddress[] {
  return list(value)
    .slice(0, MAX_PEOPLE)
    .flatMap((each) => {
      const { address, name } = record(each);
      const found = addressOf(address);
      return found ? known({ address: found, name: oneLine(name, 200) }) : [];
    });
}

function addressOf(value: unknown): string | undefined {
  const address = text(value, 400)?.trim().toLowerCase();
  return address && address.length <= 254 && EMAIL_ADDRESS.test(address) ? address : undefined;
}

function idsIn(value: unknown): string[] {
  return list(value)
    .slice(-MAX_REFERENCES)
    .flatMap((id) => identifier(id) ?? []);
}

function read(body: Buffer): Json | null {
  try {
    const mail = parseJson(body);
    return isRecord(mail) ? mail : null;
  } catch {
    return null;
  }
}

function unreadable(reason: string, rawKind?: string): Inbound {
  return known({ kind: 'unsupported' as const, accountId: null, reason, rawKind });
}
