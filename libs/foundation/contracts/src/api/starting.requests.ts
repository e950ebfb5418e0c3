import { ArrayNotEmpty, IsOptional, IsUUID, Matches, ValidateIf } from 'class-validator';
import { MAX_ATTACHMENTS } from '../rules/most-attachments';
import { clientKey } from './client-key';
import { SendEmail, SendTemplate } from './conversations.requests';
import { Ids, Nested, OrNull, Text } from './input';

/**
 * The recipient: an existing contact by id, or a phone or e-mail. If no contact has the phone or e-mail, a new
 * contact is created.
 */
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

  /** Name of a new contact. */
  @IsOptional()
  @Text({ max: 200 })
  name?: string;
}

class StartContent {
  /** Required unless there is a template, an e-mail or files. */
  @ValidateIf(
    ({ text, template, email, attachments }: StartContent) =>
      text !== undefined || (template === undefined && email === undefined && attachments === undefined),
  )
  @Text({ min: 1, max: 20_000, lines: true })
  text?: string;

  @IsOptional()
  @Nested(() => SendTemplate)
  template?: SendTemplate;

  /** Only for e-mail channels: always starts a new conversation. */
  @IsOptional()
  @Nested(() => SendEmail)
  email?: SendEmail;

  /** Ids of files that the sender uploaded to `conversation-starts/assets`; sent with a text or an e-mail. */
  @IsOptional()
  @ArrayNotEmpty()
  @Ids({ max: MAX_ATTACHMENTS })
  attachments?: string[];
}

/**
 * POST /api/v3/conversation-starts. If a colleague has an open conversation with the contact on the channel, 409
 * `conversation_with_colleague`; any other conversation on the channel is continued.
 */
export class StartRequest {
  @Nested(() => StartContact)
  contact!: StartContact;

  @IsUUID()
  channelId!: string;

  /** The channel's sender; absent: the channel's own account. */
  @IsOptional()
  @IsUUID()
  identityId?: string;

  @Nested(() => StartContent)
  content!: StartContent;

  /** New assignee of the conversation; null: leaves the assignee unchanged. */
  @OrNull()
  @IsUUID()
  userId!: string | null;

  /** A retry with the same key creates no second message. */
  @Matches(clientKey)
  idempotencyKey!: string;
}

/** Words in a name, phone or e-mail, or the id of one contact. */
export class RecipientsQuery {
  @IsOptional()
  @Text({ min: 1, max: 100 })
  keyword?: string;

  @IsOptional()
  @IsUUID()
  id?: string;
}

/** Finds a channel by its id, its name, or its account at the provider, which is a phone number for most. */
export class ChannelsNamedQuery {
  @Text({ min: 1, max: 200 })
  name!: string;
}
