import { ArrayNotEmpty, IsOptional, IsUUID, Matches, ValidateIf } from 'class-validator';
import { MOST_ATTACHMENTS } from '../rules/most-attachments';
import { clientKey } from './client-key';
import { SendEmail, SendTemplate } from './conversations.requests';
import { Ids, Nested, OrNull, Text } from './input';

/** Whom to write to: somebody who is known by id, or a phone or an e-mail whose contact is found, or made. */
class StartContact {
  @IsOptional()
  @IsUUID()
  id?: string;

  @ValidateIf(({ id, email }: StartContact) => id === undefined && email === undefined)
  @Text({ min: 1, max: 40 })
  phone?: string;

  @IsOptional()
  @Text({ min: 1, max: 254 })
  email?: string;

  /** Of somebody who is not known yet. */
  @IsOptional()
  @Text({ max: 200 })
  name?: string;
}

class StartContent {
  /** May be left out where a template, an e-mail or files stand for it. */
  @ValidateIf(
    ({ text, template, email, attachments }: StartContent) =>
      text !== undefined || (template === undefined && email === undefined && attachments === undefined),
  )
  @Text({ min: 1, max: 20_000, lines: true })
  text?: string;

  @IsOptional()
  @Nested(() => SendTemplate)
  template?: SendTemplate;

  /** On a channel of e-mail: it begins a new conversation, whatever others there are with the contact. */
  @IsOptional()
  @Nested(() => SendEmail)
  email?: SendEmail;

  /** Ids of what the sender uploaded to `conversation-starts/assets`; they go with a text or an e-mail. */
  @IsOptional()
  @ArrayNotEmpty()
  @Ids({ max: MOST_ATTACHMENTS })
  attachments?: string[];
}

/**
 * POST /api/v3/conversation-starts. An open conversation that a colleague has is 409 `conversation_with_colleague`; any
 * other one with the contact on the channel is joined.
 */
export class StartRequest {
  @Nested(() => StartContact)
  contact!: StartContact;

  @IsUUID()
  channelId!: string;

  /** The sender of the channel that it comes from; the channel's own account if left out. */
  @IsOptional()
  @IsUUID()
  identityId?: string;

  @Nested(() => StartContent)
  content!: StartContent;

  /** Who has the conversation from then on; null: nobody, or who has it already. */
  @OrNull()
  @IsUUID()
  userId!: string | null;

  /** The same key is the same message, however often it is sent. */
  @Matches(clientKey)
  idempotencyKey!: string;
}

/** Words in a name, a phone or an e-mail, or one contact by id. */
export class RecipientsQuery {
  @IsOptional()
  @Text({ min: 1, max: 100 })
  keyword?: string;

  @IsOptional()
  @IsUUID()
  id?: string;
}

/** A channel by its id, its name, or its account at the provider: a number for most. */
export class ChannelsNamedQuery {
  @Text({ min: 1, max: 200 })
  name!: string;
}
