export interface IpWhitelistEntryResponse {
  id: string;
  name: string;
  address: string;
}

/** GET /api/v3/ip-whitelist: an empty list allows all addresses. */
export interface IpWhitelistResponse {
  data: IpWhitelistEntryResponse[];
  /** IP address of this request. */
  ownAddress: string;
}
