/**
 * Sessions that the issuer itself keeps, which would sign somebody in again without a password. The embedded provider
 * lets us end them; of another issuer the browser does so, on its page.
 */
export abstract class IssuerSessions {
  /** Ends the session of that name. @returns false where this is for the browser to do */
  abstract end(sid: string | null): Promise<boolean>;

  /** Ends all sessions of a user, as far as that is ours to do. */
  abstract endAll(userId: string): Promise<void>;
}
