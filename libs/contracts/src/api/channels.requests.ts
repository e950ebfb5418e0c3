import { Type } from 'class-transformer';
import {
  ArrayMaxSize,
  IsArray,
  IsBoolean,
  IsIn,
  IsNotEmpty,
  IsNumber,
  IsObject,
  IsOptional,
  IsString,
  IsUUID,
  Matches,
  MaxLength,
  ValidateIf,
  ValidateNested,
} from 'class-validator';
import {
  automaticSignatures,
  type AutoArchive,
  type AutomaticSignature,
  type BusinessHours,
  type ChannelSettings,
  type ClosingDate,
  type OpenHours,
  type Weekday,
} from '../events';

/** Left out, but never null. */
const IfGiven = () => ValidateIf((_, value) => value !== undefined);

/** A provider's id: its digits become part of an address. */
const accountId = /^\d{5,32}$/;

/** Secrets are printable and have no blanks: one that was copied with a line break is told apart from a wrong one. */
const secret = /^[\x21-\x7e]+$/;

export class WhatsappCredentials {
  @Matches(secret)
  @MaxLength(2000)
  accessToken!: string;

  @Matches(secret)
  @MaxLength(200)
  appSecret!: string;

  @Matches(secret)
  @MaxLength(200)
  verifyToken!: string;
}

/** POST /api/v3/channels */
export class ConnectChannelRequest {
  @IsIn(['whatsapp-cloud', 'test'])
  provider!: 'whatsapp-cloud' | 'test';

  /** Rules of settings hold for it: 400 `channel_setting_invalid`. */
  @IsString()
  @MaxLength(1000)
  name!: string;

  /** For WhatsApp alone, and there required. */
  @ValidateIf(({ provider }: ConnectChannelRequest) => provider === 'whatsapp-cloud')
  @Matches(accountId)
  phoneNumberId?: string;

  @ValidateIf(({ provider }: ConnectChannelRequest) => provider === 'whatsapp-cloud')
  @Matches(accountId)
  businessAccountId?: string;

  @ValidateIf(({ provider }: ConnectChannelRequest) => provider === 'whatsapp-cloud')
  @IsObject()
  @ValidateNested()
  @Type(() => WhatsappCredentials)
  credentials?: WhatsappCredentials;
}

/** POST /api/v3/channels/{id}/credentials: those that are replaced. */
export class ReplaceCredentialsRequest {
  @IfGiven()
  @Matches(secret)
  @MaxLength(2000)
  accessToken?: string;

  @IfGiven()
  @Matches(secret)
  @MaxLength(200)
  appSecret?: string;

  @IfGiven()
  @Matches(secret)
  @MaxLength(200)
  verifyToken?: string;
}

/** PUT /api/v3/channels/{id}/members: both empty is everybody in the organisation. */
export class ChannelMembersRequest {
  @IsArray()
  @ArrayMaxSize(1000)
  @IsUUID(undefined, { each: true })
  teamIds!: string[];

  @IsArray()
  @ArrayMaxSize(1000)
  @IsUUID(undefined, { each: true })
  userIds!: string[];
}

class AutoArchivePatch implements AutoArchive {
  @IsNumber()
  afterHours!: number;

  @IsIn(['in', 'out', 'any'])
  direction!: AutoArchive['direction'];
}

class OutOfOfficePatch {
  @ValidateIf((_, value) => value !== null)
  @IsString()
  weekdays!: string | null;

  @ValidateIf((_, value) => value !== null)
  @IsString()
  weekends!: string | null;
}

class OpenHoursPatch implements OpenHours {
  @IsString()
  from!: string;

  @IsString()
  to!: string;
}

const Hours = () => (target: object, property: string) => {
  IsArray()(target, property);
  ArrayMaxSize(24)(target, property);
  ValidateNested({ each: true })(target, property);
  Type(() => OpenHoursPatch)(target, property);
};

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

class BusinessHoursPatch implements BusinessHours {
  @IsString()
  @IsNotEmpty()
  timeZone!: string;

  @IsObject()
  @ValidateNested()
  @Type(() => DaysPatch)
  days!: BusinessHours['days'];
}

class ClosingDatePatch implements ClosingDate {
  @IsString()
  date!: string;

  @IsString()
  name!: string;
}

/**
 * PATCH /api/v3/channels/{id}: the settings that change. Here only their shape is checked; what they may say is a rule
 * of channels: 400 `channel_setting_invalid` names each field that breaks one.
 */
export class ChannelSettingsPatch implements Partial<ChannelSettings> {
  @IfGiven()
  @IsString()
  name?: string;

  @IsOptional()
  @IsString()
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
  @ValidateNested()
  @Type(() => AutoArchivePatch)
  autoArchive?: AutoArchivePatch | null;

  @IsOptional()
  @IsString()
  welcomeMessage?: string | null;

  @IfGiven()
  @IsObject()
  @ValidateNested()
  @Type(() => OutOfOfficePatch)
  outOfOffice?: OutOfOfficePatch;

  @IsOptional()
  @ValidateNested()
  @Type(() => BusinessHoursPatch)
  businessHours?: BusinessHoursPatch | null;

  @IfGiven()
  @IsArray()
  @ArrayMaxSize(1000)
  @ValidateNested({ each: true })
  @Type(() => ClosingDatePatch)
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
}
