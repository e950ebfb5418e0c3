/**
 * Sessions at the issuer, which would sign a user in again without a password. The server can end them at the
 * embedded provider; at any other issuer the browser does so, on the issuer's page.
 */
export abstract class IssuerSessions {
  /**
   * Ends the session of that name.
   * @returns false if the browser has to do so
   */
  abstract end(sid: string | null): Promise<boolean>;

  /** Ends all sessions of a user at the embedded provider; does nothing for another issuer. */
  abstract endAll(userId: string): Promise<void>;
}
