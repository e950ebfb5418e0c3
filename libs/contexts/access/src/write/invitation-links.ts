import { Injectable } from '@nestjs/common';
import { Config } from '@parley/platform/config/config';
import { MasterKey } from '@parley/platform/security/master-key';
import { openText, sealText } from '@parley/platform/security/sealing';

export interface Invitation {
  customerId: string;
  userId: string;
  /** Number of the user's invitation; only the last one can be accepted. */
  invitation: number;
}

interface Claims extends Invitation {
  /** When the link expires, in ms since the epoch. */
  expiresAt: number;
}

export const INVITATION_DAYS = 7;
const INVITATION_LIFE_MS = INVITATION_DAYS * 24 * 60 * 60_000;
const place = 'invitation';

/**
 * Creates and reads the links by which users accept invitations. A link contains its data, encrypted, so that nothing
 * has to be stored.
 */
@Injectable()
export class InvitationLinks {
  private readonly key: Buffer;

  constructor(
    private readonly config: Config,
    masterKey: MasterKey,
  ) {
    this.key = masterKey.purpose('invitations');
  }

  /**
   * The link of an invitation. With an external identity provider, it leads to the sign-in, which accepts the
   * invitation, and does not expire (`expiresAt` null).
   */
  linkFor(invitation: Invitation, now: number): { link: string; expiresAt: number | null } {
    const { publicUrl, oidc } = this.config;
    if (oidc) return { link: `${publicUrl}/auth/login`, expiresAt: null };
    const expiresAt = now + INVITATION_LIFE_MS;
    const token = sealText(this.key, JSON.stringify({ ...invitation, expiresAt } satisfies Claims), place);
    return { link: `${publicUrl}/accept-invitation?token=${token}`, expiresAt };
  }

  /** The invitation of a link; null for a forged link. */
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
