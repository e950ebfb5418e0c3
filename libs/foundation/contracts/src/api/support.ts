/** GET /api/v3/support */
export interface SupportResponse {
  /** Of the installation. */
  version: string;
  /** Whether what is asked reaches somebody: without a mail server it is only kept on the installation. */
  isDelivering: boolean;
}

/** POST /api/v3/support/requests */
export interface SupportRequestResponse {
  /** By which both sides call the request. */
  number: number;
}
