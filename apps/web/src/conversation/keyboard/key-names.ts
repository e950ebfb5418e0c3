const symbols: Record<string, string> = { Enter: '↵', Escape: 'Esc' };

/**
 * The names of the keys of a stroke, as keyboards have them: `g n`, `E` and `⌘ Enter` are G and N, ⇧ and E, and ⌘ and ↵.
 * Only Apple has ⌘: elsewhere Ctrl does the same.
 */
export function keyNames(stroke: string, platform = navigator.platform): string[] {
  return stroke
    .split(' ')
    .flatMap((key) => (/^[A-Z]$/.test(key) ? ['⇧', key] : [key]))
    .map((key) => (key === '⌘' && !isApple(platform) ? 'Ctrl' : (symbols[key] ?? capital(key))));
}

/** The same in one word, for where there is no room for keys: `⌘↵`, `Ctrl+↵`. */
export function strokeText(stroke: string, platform = navigator.platform): string {
  return keyNames(stroke, platform).join(isApple(platform) ? '' : '+');
}

function isApple(platform: string): boolean {
  return /^(mac|iphone|ipad)/i.test(platform);
}

function capital(key: string): string {
  return key.length === 1 ? key.toUpperCase() : key;
}
