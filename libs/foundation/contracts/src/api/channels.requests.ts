import {
  ArrayMaxSize,
  IsArray,
  IsBoolean,
  IsIn,
  IsNumber,
  IsObject,
  IsOptional,
  Matches,
  ValidateBy,
} from 'class-validator';
import type { Credentials } from '../channels/credentials';
import { providers, type Provider } from '../channels/offers';
import { platformNames } from '../channels/platforms';
import {
  automaticSignatures,
  type AutoArchive,
  type AutomaticSignature,
  type BusinessHours,
  type ChannelSettings,
  type ClosingDate,
  type OpenHours,
  type Platform,
  type Weekday,
} from '../events';
import { isPlainText } from '../rules/plain-text';
import type { MailboxSettings } from '../rules/mailbox-settings';
import type { SurveySettings } from '../rules/survey';
import { webChatFields, type WebChatField, type WebChatSettings } from '../rules/web-chat-settings';
import { ListQuery } from './conversations.requests';
import { Ids, IfGiven, Nested, NestedList, OrNull, Text } from './input';

/** GET /api/v3/channels */
export class ChannelsQuery extends ListQuery {
  @IsOptional()
  @IsIn(platformNames)
  platform?: Platform;
}

/** Maximum lengths at parsing; the rules of each setting have lower limits. */
const MAX_NAME_LENGTH = 1_000;
const MAX_MESSAGE_LENGTH = 20_000;

/** More credentials than any provider needs. */
const MAX_CREDENTIALS = 20;
const MAX_KEY_LENGTH = 50;
const MAX_CREDENTIAL_LENGTH = 10_000;

/** Values by the keys of the provider's manifest, whose rules apply: 400 `invalid_input` lists the invalid fields. */
const CredentialValues = () => (target: object, property: string) => {
  IsObject()(target, property);
  ValidateBy({ name: 'credentials', validator: { validate: areCredentials } })(target, property);
};

function areCredentials(values: unknown): boolean {
  const entries = Object.entries(values ?? {});
  const isOne = ([key, value]: [string, unknown]) =>
    key.length <= MAX_KEY_LENGTH &&
    typeof value === 'string' &&
    value.length <= MAX_CREDENTIAL_LENGTH &&
    // Line breaks are allowed, because private keys have several lines.
    isPlainText(value, true);
  return entries.length <= MAX_CREDENTIALS && entries.every(isOne);
}

/** POST /api/v3/channels */
export class ConnectChannelRequest {
  @IsIn(providers)
  provider!: Provider;

  /** Must be a platform of the provider; default: its first. */
  @IfGiven()
  @IsIn(platformNames)
  platform?: Platform;

  /** Must meet the rules of channel settings; otherwise 400 `channel_setting_invalid`. */
  @Text({ max: MAX_NAME_LENGTH })
  name!: string;

  /** Absent if the provider needs no credentials. */
  @IfGiven()
  @CredentialValues()
  credentials?: Credentials;
}

/** POST /api/v3/channels/embedded-signup: the results of Facebook's sign-up page. */
export class EmbeddedSignupRequest {
  @Text({ max: MAX_NAME_LENGTH })
  name!: string;

  /** Can be used once, within about half a minute. */
  @Text({ min: 1, max: 2_000 })
  code!: string;

  @Matches(/^\d{5,32}$/)
  businessAccountId!: string;

  /** Absent with coexistence, because the page does not return it. */
  @IfGiven()
  @Matches(/^\d{5,32}$/)
  phoneNumberId?: string;

  /** True: the number also stays in the phone's WhatsApp app. */
  @IsBoolean()
  isCoexistence!: boolean;
}

/** POST /api/v3/channels/{id}/identities: adds a sender of the same account. */
export class AddIdentityRequest {
  /** The same value as the connect dialog's field for the account. */
  @Text({ min: 1, max: MAX_CREDENTIAL_LENGTH })
  account!: string;

  @Text({ min: 1, max: 100 })
  name!: string;
}

/** POST /api/v3/channels/{id}/credentials: only the credentials to replace. */
export class ReplaceCredentialsRequest {
  @CredentialValues()
  credentials!: Credentials;
}

/** PUT /api/v3/channels/{id}/members: if both lists are empty, everyone in the organisation is a member. */
export class ChannelMembersRequest {
  @Ids({ max: 1000 })
  teamIds!: string[];

  @Ids({ max: 1000 })
  userIds!: string[];
}

class AutoArchivePatch implements AutoArchive {
  @IsNumber()
  afterHours!: number;

  @IsIn(['in', 'out', 'any'])
  direction!: AutoArchive['direction'];
}

class OutOfOfficePatch {
  @OrNull()
  @Text({ max: MAX_MESSAGE_LENGTH, lines: true })
  weekdays!: string | null;

  @OrNull()
  @Text({ max: MAX_MESSAGE_LENGTH, lines: true })
  weekends!: string | null;
}

class OpenHoursPatch implements OpenHours {
  @Text({ max: 10 })
  from!: string;

  @Text({ max: 10 })
  to!: string;
}

const Hours = () => NestedList(() => OpenHoursPatch, { max: 24 });

class DaysPatch implements Record<Weekday, OpenHours[]> {
  @Hours()
  mon!: OpenHoursPatch[];

  @Hours()
  tue!: OpenHoursPatch[];

  @Hours()
  wed!: OpenHoursPatch[];

  @Hours()
  thu!: OpenHoursPatch[];

  @Hours()
  fri!: OpenHoursPatch[];

  @Hours()
  sat!: OpenHoursPatch[];

  @Hours()
  sun!: OpenHoursPatch[];
}

export class BusinessHoursPatch implements BusinessHours {
  @Text({ min: 1, max: 100 })
  timeZone!: string;

  @Nested(() => DaysPatch)
  days!: BusinessHours['days'];
}

class ClosingDatePatch implements ClosingDate {
  @Text({ max: 20 })
  date!: string;

  @Text({ max: MAX_NAME_LENGTH })
  name!: string;
}

class WebChatPatch implements WebChatSettings {
  @Text({ max: 20 })
  colour!: string;

  @IsIn(['end', 'start'])
  position!: WebChatSettings['position'];

  @OrNull()
  @Text({ max: MAX_NAME_LENGTH })
  title!: string | null;

  @OrNull()
  @Text({ max: MAX_MESSAGE_LENGTH, lines: true })
  greeting!: string | null;

  @OrNull()
  @Text({ max: MAX_MESSAGE_LENGTH, lines: true })
  closedText!: string | null;

  @IsArray()
  @ArrayMaxSize(10)
  @IsIn(webChatFields, { each: true })
  asksFor!: WebChatField[];

  @IsArray()
  @ArrayMaxSize(100)
  @Text({ max: MAX_NAME_LENGTH, each: true })
  sites!: string[];
}

class MailboxPatch implements MailboxSettings {
  @IsArray()
  @ArrayMaxSize(100)
  @Text({ max: MAX_NAME_LENGTH, each: true })
  folders!: string[];

  @IsBoolean()
  removesTaken!: boolean;

  @IsBoolean()
  keepsSent!: boolean;

  @OrNull()
  @IsNumber()
  mostPerMinute!: number | null;

  @OrNull()
  @Text({ max: MAX_MESSAGE_LENGTH, lines: true })
  signature!: string | null;

  @IsOptional()
  @Text({ max: MAX_NAME_LENGTH })
  trustedServer?: string | null;
}

class SurveyPatch implements SurveySettings {
  @Text({ max: MAX_MESSAGE_LENGTH, lines: true })
  question!: string;

  @OrNull()
  @Text({ max: MAX_MESSAGE_LENGTH, lines: true })
  thanks!: string | null;
}

/**
 * PATCH /api/v3/channels/{id}: the settings to change. This class checks only their shape; the rules of channel
 * settings check their
 * values: 400 `channel_setting_invalid` lists each field that breaks a rule.
 */
export class ChannelSettingsPatch implements Partial<ChannelSettings> {
  @IfGiven()
  @Text({ max: MAX_NAME_LENGTH })
  name?: string;

  @IsOptional()
  @Text({ max: MAX_NAME_LENGTH })
  internalName?: string | null;

  @IfGiven()
  @IsBoolean()
  highPriority?: boolean;

  @IfGiven()
  @IsBoolean()
  mandatoryAssign?: boolean;

  @IfGiven()
  @IsBoolean()
  readForAll?: boolean;

  @IfGiven()
  @IsBoolean()
  doubleReply?: boolean;

  @IfGiven()
  @IsIn(automaticSignatures)
  automaticSignature?: AutomaticSignature;

  @IsOptional()
  @Nested(() => AutoArchivePatch)
  autoArchive?: AutoArchivePatch | null;

  @IsOptional()
  @Text({ max: MAX_MESSAGE_LENGTH, lines: true })
  welcomeMessage?: string | null;

  @IfGiven()
  @Nested(() => OutOfOfficePatch)
  outOfOffice?: OutOfOfficePatch;

  @IsOptional()
  @Nested(() => BusinessHoursPatch)
  businessHours?: BusinessHoursPatch | null;

  @IfGiven()
  @NestedList(() => ClosingDatePatch, { max: 1000 })
  closingDates?: ClosingDatePatch[];

  @IfGiven()
  @IsBoolean()
  unassignOnArchive?: boolean;

  @IfGiven()
  @IsBoolean()
  mayDelete?: boolean;

  @IfGiven()
  @IsNumber()
  customerCareWindowLength?: number;

  @IfGiven()
  @Nested(() => WebChatPatch)
  webChat?: WebChatPatch;

  @IfGiven()
  @Nested(() => MailboxPatch)
  mailbox?: MailboxPatch;

  @IsOptional()
  @Nested(() => SurveyPatch)
  survey?: SurveyPatch | null;
}
