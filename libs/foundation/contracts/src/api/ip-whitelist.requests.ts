import { IsIn, IsOptional } from 'class-validator';
import { Text } from './input';

/** POST /api/v3/ip-whitelist, PATCH /api/v3/ip-whitelist/{id} */
export class IpWhitelistEntryRequest {
  @Text({ min: 1, max: 100 })
  name!: string;

  /** A pattern of IP addresses; an invalid pattern is 400 `ip_address_invalid`. */
  @Text({ max: 100 })
  address!: string;
}

/** DELETE /api/v3/ip-whitelist/{id} */
export class IpWhitelistRemoval {
  /** Must be `true` to remove the last entry, because that allows all addresses again. */
  @IsOptional()
  @IsIn(['true', 'false'])
  switchOff?: 'true' | 'false';
}
