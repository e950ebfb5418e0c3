/** Our registration as a client at an OpenID Connect issuer. The application provides these settings. */
export abstract class OidcSettings {
  abstract issuer: string;
  abstract clientId: string;
  abstract clientSecret: string;
  /** Base URL at which this process reaches the issuer; undefined if it is the same as for browsers. */
  abstract reachedAt?: string;
}
