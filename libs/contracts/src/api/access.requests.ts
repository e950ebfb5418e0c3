import { Type } from 'class-transformer';
import {
  ArrayMaxSize,
  ArrayNotEmpty,
  IsArray,
  IsIn,
  IsOptional,
  IsString,
  MaxLength,
  ValidateNested,
} from 'class-validator';
import {
  onlineStatuses,
  userSettingNames,
  type OnlineStatus,
  type UserSettingName,
} from '../events/user.events';

class UserSetting {
  @IsIn(userSettingNames)
  name!: UserSettingName;

  /** One of the values that the setting knows, or 400 `setting_invalid`. */
  @IsString()
  @MaxLength(100)
  value!: string;
}

/** PATCH /api/v3/users/{id}: one's own settings and status. */
export class UserPatch {
  @IsOptional()
  @IsArray()
  @ArrayNotEmpty()
  @ArrayMaxSize(userSettingNames.length)
  @ValidateNested({ each: true })
  @Type(() => UserSetting)
  settings?: UserSetting[];

  @IsOptional()
  @IsIn(onlineStatuses)
  status?: OnlineStatus;
}

/** PUT /api/v3/users/{id}/signature. What comes back is what was kept of it: nothing that could run. */
export class SignatureRequest {
  /** HTML of 250 KB at most once it is sanitised, or 413 `signature_too_large`. */
  @IsString()
  html!: string;
}
