import { render, type ComponentChild } from 'preact';

/**
 * Renders into a shadow root, so that the styles of page and widget do not affect each other. The style sheet is
 * constructed by script, which works under every content security policy of the page.
 */
export function mount(host: HTMLElement, css: string, language: string, direction: string) {
  const root = host.attachShadow({ mode: 'open' });
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(css);
  root.adoptedStyleSheets = [sheet];
  const place = document.createElement('div');
  place.lang = language;
  place.dir = direction;
  place.className = 'parley';
  root.append(place);
  return {
    place,
    addStyles: (more: string) => {
      const other = new CSSStyleSheet();
      other.replaceSync(more);
      root.adoptedStyleSheets = [...root.adoptedStyleSheets, other];
    },
    draw: (what: ComponentChild) => render(what, place),
  };
}

/** Sets the channel's colours by script (CSSOM), which works under a strict content security policy. */
export function paint(place: HTMLElement, colour: string): void {
  place.style.setProperty('--accent', colour);
  place.style.setProperty('--on-accent', isDark(colour) ? '#ffffff' : '#14161f');
}

/** Whether white text has more contrast than black text on the colour, by the relative luminance of WCAG 2.2. */
export function isDark(colour: string): boolean {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const share = Number.parseInt(colour.slice(at, at + 2), 16) / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  const luminance = 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  return 1.05 / (luminance + 0.05) >= (luminance + 0.05) / 0.0577;
}
