import { IsIn, IsOptional } from 'class-validator';
import { Text } from './input';

/** POST /api/v3/ip-whitelist, PATCH /api/v3/ip-whitelist/{id} */
export class IpWhitelistEntryRequest {
  @Text({ min: 1, max: 100 })
  name!: string;

  /** Another form than that of an address is 400 `ip_address_invalid`. */
  @Text({ max: 100 })
  address!: string;
}

/** DELETE /api/v3/ip-whitelist/{id} */
export class IpWhitelistRemoval {
  /** That removing the last entry lets everybody in again is meant. */
  @IsOptional()
  @IsIn(['true', 'false'])
  switchOff?: 'true' | 'false';
}
