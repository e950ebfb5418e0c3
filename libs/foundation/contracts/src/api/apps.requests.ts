import { Transform } from 'class-transformer';
import { ArrayMaxSize, IsArray, IsBoolean, IsIn, IsInt, IsUUID, Matches, Min } from 'class-validator';
import {
  appScopes,
  MAX_PROXY_BODY_SIZE,
  MAX_RECORD_SIZE,
  MAX_APP_NAME_LENGTH,
  MAX_APP_SETTING_LENGTH,
  MAX_PACKAGE_NAME_LENGTH,
  MAX_RECORD_NAME_LENGTH,
  MAX_APP_SETTINGS,
  MAX_PROXY_HEADERS,
  type AppScope,
} from './apps';
import { PositionQuery } from './conversations.requests';
import { EmailAddress, IfGiven, NestedList, Text } from './input';

const VERSION = /^\d{1,4}\.\d{1,4}\.\d{1,4}$/;
const PACKAGE_NAME = /^[a-z][a-z0-9-]{0,59}$/;
const HEADER_NAME = /^[A-Za-z0-9-]{1,60}$/;

/** GET /api/v3/apps */
export class AppsQuery extends PositionQuery {
  @IfGiven()
  @Text({ max: MAX_APP_NAME_LENGTH })
  name?: string;

  @IfGiven()
  @Text({ max: MAX_PACKAGE_NAME_LENGTH })
  packageName?: string;

  @IfGiven()
  @Transform(({ value }: { value: unknown }) => (value === 'true' ? true : value === 'false' ? false : value))
  @IsBoolean()
  enabled?: boolean;
}

/** POST /api/v3/apps */
export class AppInstallation {
  @Matches(PACKAGE_NAME)
  packageName!: string;

  /** The version that the user saw. */
  @Matches(VERSION)
  version!: string;

  /** Permissions that the user grants: all required permissions, and any of the optional ones. */
  @IsArray()
  @ArrayMaxSize(appScopes.length)
  @IsIn(appScopes, { each: true })
  scopes!: AppScope[];
}

/** POST /api/v3/apps/{id}/update */
export class AppUpdateRequest {
  @Matches(VERSION)
  version!: string;

  @IsArray()
  @ArrayMaxSize(appScopes.length)
  @IsIn(appScopes, { each: true })
  scopes!: AppScope[];
}

export class AppSettingRequest {
  @IfGiven()
  @IsUUID()
  pluginId?: string;

  @Matches(/^[a-zA-Z][a-zA-Z0-9]{0,39}$/)
  name!: string;

  @Text({ max: MAX_APP_SETTING_LENGTH })
  value!: string;
}

/** PUT /api/v3/apps/{id} */
export class AppSettingsRequest {
  /** Settings that are absent keep their value; an empty value removes a setting. */
  @NestedList(() => AppSettingRequest, { max: MAX_APP_SETTINGS + 1 })
  settings!: AppSettingRequest[];
}

/** GET /api/v3/apps/{id}/data */
export class AppDataQuery {
  @IfGiven()
  @IsUUID()
  pluginId?: string;

  @IfGiven()
  @Text({ max: MAX_RECORD_NAME_LENGTH })
  name?: string;
}

/** POST /api/v3/apps/{id}/data */
export class AppRecordRequest {
  @IfGiven()
  @IsUUID()
  id?: string;

  @IfGiven()
  @IsUUID()
  pluginId?: string;

  @Text({ min: 1, max: MAX_RECORD_NAME_LENGTH })
  name!: string;

  /** JSON. */
  @Text({ max: MAX_RECORD_SIZE, lines: true, asTyped: true })
  value!: string;

  /** The version that the caller read; if the record has another version by now, 409 `app_record_changed`. */
  @IfGiven()
  @IsInt()
  @Min(1)
  version?: number;
}

export class ProxyHeader {
  @Matches(HEADER_NAME)
  name!: string;

  @Text({ max: 1_000 })
  value!: string;
}

/** POST /api/v3/plugins/proxy */
export class ProxyRequest {
  @IsUUID()
  pluginId!: string;

  /** May contain settings: `{{setting.shopUrl}}/orders`. */
  @Text({ min: 1, max: 2_000 })
  url!: string;

  @IsIn(['GET', 'POST', 'PUT', 'PATCH', 'DELETE'])
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' = 'GET';

  /** Values may contain settings. */
  @NestedList(() => ProxyHeader, { max: MAX_PROXY_HEADERS })
  headers: ProxyHeader[] = [];

  @IfGiven()
  @Text({ max: MAX_PROXY_BODY_SIZE, lines: true, asTyped: true })
  body?: string;
}

/** POST /api/v3/plugins/{pluginId}/email */
export class AppMailRequest {
  @EmailAddress()
  to!: string;

  @Text({ min: 1, max: 200 })
  subject!: string;

  @Text({ min: 1, max: 20_000, lines: true })
  text!: string;
}

/** POST /api/v3/app-connections: the parameters with which the external service redirected the window back. */
export class AppConnectionRequest {
  @Matches(/^[A-Za-z0-9_-]{43}$/)
  state!: string;

  /** Absent if the user refused access at the external service. */
  @IfGiven()
  @Text({ min: 1, max: 4_000 })
  code?: string;
}
