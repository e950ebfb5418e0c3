import { Injectable } from '@nestjs/common';
import { Config } from '@parley/platform/config/config';
import { MasterKey } from '@parley/platform/security/master-key';
import { openText, sealText } from '@parley/platform/security/sealing';

export interface Invitation {
  customerId: string;
  userId: string;
  /** Which of their invitations it is: only the last one opens. */
  invitation: number;
}

interface Claims extends Invitation {
  /** Milliseconds since the epoch. */
  expiresAt: number;
}

export const INVITATION_DAYS = 7;
const INVITATION_LIFE_MS = INVITATION_DAYS * 24 * 60 * 60_000;
const place = 'invitation';

/** The links by which invitations are accepted: sealed by us, so nothing of them has to be kept. */
@Injectable()
export class InvitationLinks {
  private readonly key: Buffer;

  constructor(
    private readonly config: Config,
    masterKey: MasterKey,
  ) {
    this.key = masterKey.purpose('invitations');
  }

  /** Where another identity provider signs people in, whoever has the address accepts by signing in there. */
  linkFor(invitation: Invitation, now: number): { link: string; expiresAt: number | null } {
    const { publicUrl, oidc } = this.config;
    if (oidc) return { link: `${publicUrl}/auth/login`, expiresAt: null };
    const expiresAt = now + INVITATION_LIFE_MS;
    const token = sealText(this.key, JSON.stringify({ ...invitation, expiresAt } satisfies Claims), place);
    return { link: `${publicUrl}/accept-invitation?token=${token}`, expiresAt };
  }

  /** The invitation of a link; null for a link that is not ours. */
  open(token: unknown, now: number): (Invitation & { isExpired: boolean }) | null {
    if (typeof token !== 'string') return null;
    try {
      const { expiresAt, ...invitation } = JSON.parse(openText(this.key, token, place)) as Claims;
      return { ...invitation, isExpired: now >= expiresAt };
    } catch {
      return null;
    }
  }
}
