import { ArrayMaxSize, ArrayNotEmpty, IsArray, IsInt, IsString, Matches, Max, Min } from 'class-validator';
import {
  LONGEST_API_KEY_NAME,
  LONGEST_API_KEY_OVERLAP,
  MOST_API_KEY_ADDRESSES,
  MOST_API_KEY_RIGHTS,
} from './api-keys';
import { IfGiven, Moment, OrNull, Text } from './input';

const RIGHT = /^[A-Za-z][A-Za-z-]{0,40}:(read|write)$/;

/** POST /api/v3/api-keys */
export class ApiKeyRequest {
  @Text({ min: 1, max: LONGEST_API_KEY_NAME })
  name!: string;

  /** More than the one who asks may do is 403 `api_key_rights`. */
  @IsArray()
  @ArrayNotEmpty()
  @ArrayMaxSize(MOST_API_KEY_RIGHTS)
  @IsString({ each: true })
  @Matches(RIGHT, { each: true })
  rights!: string[];

  /** Another form than that of an address is 400 `ip_address_invalid`. */
  @IsArray()
  @ArrayMaxSize(MOST_API_KEY_ADDRESSES)
  @Text({ min: 1, max: 100, each: true })
  allowedAddresses: string[] = [];

  /** In the past: 400 `api_key_expiry`. */
  @OrNull()
  @Moment()
  expiresAt: string | null = null;
}

/** PATCH /api/v3/api-keys/{id} */
export class ApiKeyPatch {
  @IfGiven()
  @Text({ min: 1, max: LONGEST_API_KEY_NAME })
  name?: string;

  @IfGiven()
  @IsArray()
  @ArrayNotEmpty()
  @ArrayMaxSize(MOST_API_KEY_RIGHTS)
  @IsString({ each: true })
  @Matches(RIGHT, { each: true })
  rights?: string[];

  @IfGiven()
  @IsArray()
  @ArrayMaxSize(MOST_API_KEY_ADDRESSES)
  @Text({ min: 1, max: 100, each: true })
  allowedAddresses?: string[];

  @IfGiven()
  @OrNull()
  @Moment()
  expiresAt?: string | null;
}

/** POST /api/v3/api-keys/{id}/rotate */
export class ApiKeyRotation {
  /** The hint of the secret that was seen: another one is 409 `api_key_rotated`. */
  @Text({ min: 4, max: 4 })
  hint!: string;

  /** Hours for which the secret before holds, too; 0: it ends now. */
  @IsInt()
  @Min(0)
  @Max(LONGEST_API_KEY_OVERLAP)
  overlapHours: number = 24;
}
