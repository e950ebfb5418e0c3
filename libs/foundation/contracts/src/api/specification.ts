/** POST /api/v3/assets/signed-urls, in the order in which they were asked for. */
export interface SignedUrlsResponse {
  data: {
    filePath: string;
    /** Opens the file for five minutes, for whoever has it; null for a file that is not there for whoever asks. */
    url: string | null;
  }[];
}

/** GET /api/v3/settings/user-id/{id}: every setting, chosen or not. */
export interface UserSettingsResponse {
  data: { name: string; value: string }[];
}
