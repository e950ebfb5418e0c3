const symbols: Record<string, string> = { Enter: '↵', Escape: 'Esc' };

/**
 * Names of the keys of a stroke, as printed on the keyboard: `g n`, `E` and `⌘ Enter` become G N, ⇧ E and ⌘ ↵. On
 * platforms other than Apple's, ⌘ becomes Ctrl.
 */
export function keyNames(stroke: string, platform = navigator.platform): string[] {
  return stroke
    .split(' ')
    .flatMap((key) => (/^[A-Z]$/.test(key) ? ['⇧', key] : [key]))
    .map((key) => (key === '⌘' && !isApple(platform) ? 'Ctrl' : (symbols[key] ?? capital(key))));
}

/** A stroke as one word, used if there is no room for separate keys: `⌘↵`, `Ctrl+↵`. */
export function strokeText(stroke: string, platform = navigator.platform): string {
  return keyNames(stroke, platform).join(isApple(platform) ? '' : '+');
}

function isApple(platform: string): boolean {
  return /^(mac|iphone|ipad)/i.test(platform);
}

function capital(key: string): string {
  return key.length === 1 ? key.toUpperCase() : key;
}
