/** POST /api/v3/assets/signed-urls, in the order of the request. */
export interface SignedUrlsResponse {
  data: {
    filePath: string;
    /**
     * Opens the file for five minutes, for anyone who has the URL; null if the file does not exist or the caller may
     * not open it.
     */
    url: string | null;
  }[];
}

/** GET /api/v3/settings/user-id/{id}: all settings, with default values for those the user did not set. */
export interface UserSettingsResponse {
  data: { name: string; value: string }[];
}
