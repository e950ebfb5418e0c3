/**
 * Sessions at the issuer, by which it would sign a user in again without a password. The server can end those of the
 * embedded provider; at any other issuer, the browser has to end the session on the issuer's page.
 */
export abstract class IssuerSessions {
  /**
   * Ends the session with the issuer's name `sid`.
   * @returns false if the browser has to end it
   */
  abstract end(sid: string | null): Promise<boolean>;

  /** Ends all sessions of a user at the embedded provider; does nothing for any other issuer. */
  abstract endAll(userId: string): Promise<void>;
}
