/** GET /api/v3/support */
export interface SupportResponse {
  /** Version of the installation. */
  version: string;
  /** False: the installation has no mail server, so requests are only stored and not sent to anyone. */
  isDelivering: boolean;
}

/** POST /api/v3/support/requests */
export interface SupportRequestResponse {
  /** Number of the request, for reference in later messages. */
  number: number;
}
