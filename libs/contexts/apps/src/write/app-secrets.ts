import { Injectable } from '@nestjs/common';
import { Secrets } from '@parley/platform/security/keys';

/** Minimum length of a secret with a hint: the last four characters would reveal too much of a shorter one. */
const MIN_HINTED_LENGTH = 12;

export interface AppOwner {
  customerId: string;
  id: string;
}

/** Secret settings of apps, encrypted at rest. They leave the server only in calls to other services. */
@Injectable()
export class AppSecrets {
  constructor(private readonly secrets: Secrets) {}

  /** The last four characters, by which people recognise a secret; empty for a short secret. */
  hintOf(secret: string): string {
    return secret.length >= MIN_HINTED_LENGTH ? secret.slice(-4) : '';
  }

  get({ customerId, id }: AppOwner, name: string): Promise<string | null> {
    return this.secrets.get(customerId, id, `setting/${name}`);
  }

  /** Stores a secret; an empty value removes it. */
  async put({ customerId, id }: AppOwner, name: string, value: string): Promise<void> {
    if (value === '') await this.secrets.remove(customerId, id, `setting/${name}`);
    else await this.secrets.put(customerId, id, `setting/${name}`, value);
  }
}
