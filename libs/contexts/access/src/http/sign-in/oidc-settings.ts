/** Whom we are to an OpenID Connect issuer. The application provides it. */
export abstract class OidcSettings {
  abstract issuer: string;
  abstract clientId: string;
  abstract clientSecret: string;
  /** Where this process reaches the issuer, if not where browsers do. */
  abstract reachedAt?: string;
}
