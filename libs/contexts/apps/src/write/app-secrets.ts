import { Injectable } from '@nestjs/common';
import { Secrets } from '@parley/platform/security/keys';

/** Shorter ones would be told by their end. */
const SHORTEST_HINTED = 12;

export interface AppOwner {
  customerId: string;
  id: string;
}

/** Secret settings of apps, sealed at rest. They go into calls of the proxy and nowhere else. */
@Injectable()
export class AppSecrets {
  constructor(private readonly secrets: Secrets) {}

  /** What people recognise a secret by. */
  hintOf(secret: string): string {
    return secret.length >= SHORTEST_HINTED ? secret.slice(-4) : '';
  }

  get({ customerId, id }: AppOwner, name: string): Promise<string | null> {
    return this.secrets.get(customerId, id, `setting/${name}`);
  }

  /** An empty value takes it away. */
  async put({ customerId, id }: AppOwner, name: string, value: string): Promise<void> {
    if (value === '') await this.secrets.remove(customerId, id, `setting/${name}`);
    else await this.secrets.put(customerId, id, `setting/${name}`, value);
  }
}
