import { IsIn, IsTimeZone, Matches } from 'class-validator';
import { clientKey } from './client-key';
import { Text } from './input';

/** PUT /api/v3/push/devices: what a browser's `PushSubscription` says, and where it is. */
export class PushDeviceRequest {
  @Text({ min: 1, max: 1_000 })
  @Matches(/^https?:\/\/[\x21-\x7e]+$/)
  endpoint!: string;

  /** The browser's public key: base64url of 65 bytes. */
  @Matches(/^[\w-]{87}=?$/)
  p256dh!: string;

  /** Base64url of 16 bytes. */
  @Matches(/^[\w-]{22}={0,2}$/)
  auth!: string;

  @IsIn(['en', 'es', 'nl'])
  language!: 'en' | 'es' | 'nl';

  /** IANA name: quiet hours are those of its clock. */
  @Text({ min: 1, max: 64 })
  @IsTimeZone()
  timeZone!: string;
}

/** POST /api/v3/push/devices/{id}/test */
export class PushTestRequest {
  /** Made by the page, which waits to hear it from the service worker. */
  @Matches(clientKey)
  id!: string;
}
