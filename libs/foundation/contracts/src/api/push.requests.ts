import { IsIn, IsTimeZone, Matches } from 'class-validator';
import { clientKey } from './client-key';
import { Text } from './input';

/** PUT /api/v3/push/devices: a browser's `PushSubscription`, with its language and time zone. */
export class PushDeviceRequest {
  @Text({ min: 1, max: 1_000 })
  @Matches(/^https?:\/\/[\x21-\x7e]+$/)
  endpoint!: string;

  /** The browser's public key: base64url of 65 bytes. */
  @Matches(/^[\w-]{87}=?$/)
  p256dh!: string;

  /** Authentication secret of the subscription: base64url of 16 bytes. */
  @Matches(/^[\w-]{22}={0,2}$/)
  auth!: string;

  @IsIn(['en', 'es', 'nl'])
  language!: 'en' | 'es' | 'nl';

  /** IANA name: quiet hours apply in this time zone. */
  @Text({ min: 1, max: 64 })
  @IsTimeZone()
  timeZone!: string;
}

/** POST /api/v3/push/devices/{id}/test */
export class PushTestRequest {
  /** Id of the test push, chosen by the page, which waits until the service worker has received the push. */
  @Matches(clientKey)
  id!: string;
}
