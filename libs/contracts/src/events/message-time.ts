/**
 * When a message counts as written: the earlier of what the provider says and its receipt. A provider whose clock
 * runs ahead cannot push a message below later ones.
 * @param providerTime ISO 8601, or absent for messages of our own
 */
export function messageTime(providerTime: string | undefined, recordedTime: string): string {
  return providerTime && providerTime < recordedTime ? providerTime : recordedTime;
}
