import { ArrayMaxSize, ArrayNotEmpty, IsArray, IsInt, IsString, Matches, Max, Min } from 'class-validator';
import {
  MAX_API_KEY_NAME_LENGTH,
  MAX_API_KEY_OVERLAP,
  MAX_API_KEY_ADDRESSES,
  MAX_API_KEY_RIGHTS,
} from './api-keys';
import { IfGiven, Moment, OrNull, Text } from './input';

const RIGHT = /^[A-Za-z][A-Za-z-]{0,40}:(read|write)$/;

/** POST /api/v3/api-keys */
export class ApiKeyRequest {
  @Text({ min: 1, max: MAX_API_KEY_NAME_LENGTH })
  name!: string;

  /** Rights that the caller does not have are 403 `api_key_rights`. */
  @IsArray()
  @ArrayNotEmpty()
  @ArrayMaxSize(MAX_API_KEY_RIGHTS)
  @IsString({ each: true })
  @Matches(RIGHT, { each: true })
  rights!: string[];

  /** Patterns of IP addresses; an invalid pattern is 400 `ip_address_invalid`. Empty: any address. */
  @IsArray()
  @ArrayMaxSize(MAX_API_KEY_ADDRESSES)
  @Text({ min: 1, max: 100, each: true })
  allowedAddresses: string[] = [];

  /** A time in the past is 400 `api_key_expiry`. Null: the key never expires. */
  @OrNull()
  @Moment()
  expiresAt: string | null = null;
}

/** PATCH /api/v3/api-keys/{id} */
export class ApiKeyPatch {
  @IfGiven()
  @Text({ min: 1, max: MAX_API_KEY_NAME_LENGTH })
  name?: string;

  @IfGiven()
  @IsArray()
  @ArrayNotEmpty()
  @ArrayMaxSize(MAX_API_KEY_RIGHTS)
  @IsString({ each: true })
  @Matches(RIGHT, { each: true })
  rights?: string[];

  @IfGiven()
  @IsArray()
  @ArrayMaxSize(MAX_API_KEY_ADDRESSES)
  @Text({ min: 1, max: 100, each: true })
  allowedAddresses?: string[];

  @IfGiven()
  @OrNull()
  @Moment()
  expiresAt?: string | null;
}

/** POST /api/v3/api-keys/{id}/rotate */
export class ApiKeyRotation {
  /**
   * The hint of the secret that the caller wants to replace; if the key has another secret by now, 409
   * `api_key_rotated`.
   */
  @Text({ min: 4, max: 4 })
  hint!: string;

  /** Hours for which the previous secret also works; 0: it stops working immediately. */
  @IsInt()
  @Min(0)
  @Max(MAX_API_KEY_OVERLAP)
  overlapHours: number = 24;
}
