export interface IpWhitelistEntryResponse {
  id: string;
  name: string;
  address: string;
}

/** GET /api/v3/ip-whitelist: without entries it is off. */
export interface IpWhitelistResponse {
  data: IpWhitelistEntryResponse[];
  /** Where this request came from. */
  ownAddress: string;
}
