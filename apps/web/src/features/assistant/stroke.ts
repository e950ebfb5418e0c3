/** What a key is pressed with: only Apple has ⌘, elsewhere Ctrl does the same. */
export function stroke(key: string): string {
  return /^(mac|iphone|ipad)/i.test(navigator.platform) ? `⌘${key}` : `Ctrl+${key}`;
}
