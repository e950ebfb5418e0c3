import { Type } from 'class-transformer';
import {
  ArrayMaxSize,
  ArrayNotEmpty,
  IsArray,
  IsIn,
  IsString,
  MaxLength,
  ValidateNested,
} from 'class-validator';
import { userSettingNames, type UserSettingName } from '../events/user.events';

class UserSetting {
  @IsIn(userSettingNames)
  name!: UserSettingName;

  /** One of the values that the setting knows, or 400 `setting_invalid`. */
  @IsString()
  @MaxLength(100)
  value!: string;
}

/** PATCH /api/v3/users/{id}: one's own settings. */
export class UserPatch {
  @IsArray()
  @ArrayNotEmpty()
  @ArrayMaxSize(userSettingNames.length)
  @ValidateNested({ each: true })
  @Type(() => UserSetting)
  settings!: UserSetting[];
}
