/** Text of a shortcut, the key with its modifier: ⌘ on Apple platforms, Ctrl on others. */
export function stroke(key: string): string {
  return /^(mac|iphone|ipad)/i.test(navigator.platform) ? `⌘${key}` : `Ctrl+${key}`;
}
